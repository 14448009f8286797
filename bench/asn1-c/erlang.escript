#!/usr/bin/env escript
%% erlang.escript MODULE.asn RULES FOLDER TYPE FILE check|MS: a line of 1 for each message that the functions
%% which asn1ct generates decode and encode to the same octets, else 0; or nanoseconds a message of calling
%% them as they are: hot decode, hot encode, mixed decode, mixed encode.
-mode(compile).

main([Schema, Rules, Folder, Name, File, What]) ->
    Module = list_to_atom(filename:rootname(filename:basename(Schema))),
    Type = list_to_atom(Name),
    Beam = filename:join(Folder, atom_to_list(Module) ++ ".beam"),
    case filelib:is_file(Beam) of
        true -> ok;
        false -> ok = asn1ct:compile(Schema, [list_to_atom(Rules), {outdir, Folder}, {i, filename:dirname(Schema)}])
    end,
    code:add_patha(Folder),
    {module, Module} = code:load_file(Module),
    {ok, Text} = file:read_file(File),
    Octets = [binary:decode_hex(Line) || Line <- binary:split(Text, <<"\n">>, [global, trim_all])],
    case What of
        "check" -> lists:foreach(fun(One) -> io:format("~b~n", [same(Module, Type, One)]) end, Octets);
        Ms -> measure(Module, Type, Octets, list_to_integer(Ms) * 1000000)
    end.

same(Module, Type, Octets) ->
    try
        {ok, Value} = Module:decode(Type, Octets),
        {ok, Octets} = Module:encode(Type, Value),
        1
    catch
        _:_ -> 0
    end.

measure(Module, Type, Octets, Span) ->
    Values = [begin {ok, Value} = Module:decode(Type, One), Value end || One <- Octets],
    Decode = fun(One) -> {ok, _} = Module:decode(Type, One) end,
    Encode = fun(One) -> {ok, _} = Module:encode(Type, One) end,
    Count = length(Octets),
    Times = [nanoseconds(fun(N) -> hot(Decode, Octets, N) end, Span),
             nanoseconds(fun(N) -> hot(Encode, Values, N) end, Span),
             nanoseconds(fun(N) -> mixed(Decode, Octets, N) end, Span),
             nanoseconds(fun(N) -> mixed(Encode, Values, N) end, Span)],
    io:format("~s~n", [lists:join(" ", [io_lib:format("~.3f", [Time / Count]) || Time <- Times])]).

hot(One, Items, N) -> lists:foreach(fun(Item) -> again(One, Item, N) end, Items).

again(_, _, 0) -> ok;
again(One, Item, N) -> One(Item), again(One, Item, N - 1).

mixed(_, _, 0) -> ok;
mixed(One, Items, N) -> lists:foreach(One, Items), mixed(One, Items, N - 1).

%% A process of its own for each measurement, so that none pays for the garbage of another.
nanoseconds(What, Span) ->
    Self = self(),
    spawn_link(fun() -> Self ! {took, repeated(What, 1, Span)} end),
    receive {took, Time} -> Time end.

repeated(What, N, Span) ->
    Took = spent(What, N),
    if
        Took < Span / 8 -> repeated(What, N * 2, Span);
        true -> M = max(1, round(N * Span / Took)), spent(What, M) / M
    end.

spent(What, N) ->
    Start = erlang:monotonic_time(nanosecond),
    What(N),
    max(1, erlang:monotonic_time(nanosecond) - Start).
