#!/usr/bin/env escript
%% erlang.escript MODULE.asn RULES FOLDER FILE MS: nanoseconds a message of decoding and of encoding
%% with the functions that asn1ct generates, called as they are: hot decode, hot encode, mixed
%% decode, mixed encode.
-mode(compile).

main([Schema, Rules, Folder, File, Ms]) ->
    Module = list_to_atom(filename:basename(Schema, ".asn")),
    Beam = filename:join(Folder, atom_to_list(Module) ++ ".beam"),
    case filelib:is_file(Beam) of
        true -> ok;
        false -> ok = asn1ct:compile(Schema, [list_to_atom(Rules), {outdir, Folder}, {i, filename:dirname(Schema)}])
    end,
    code:add_patha(Folder),
    {module, Module} = code:load_file(Module),
    {ok, Text} = file:read_file(File),
    Octets = [binary:decode_hex(Line) || Line <- binary:split(Text, <<"\n">>, [global, trim_all])],
    Values = [begin {ok, Value} = Module:decode('MegacoMessage', One), Value end || One <- Octets],
    Octets = [begin {ok, One} = Module:encode('MegacoMessage', Value), One end || Value <- Values],
    Decode = fun(One) -> {ok, _} = Module:decode('MegacoMessage', One) end,
    Encode = fun(One) -> {ok, _} = Module:encode('MegacoMessage', One) end,
    Span = list_to_integer(Ms) * 1000000,
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
