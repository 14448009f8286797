#!/usr/bin/env escript
%% erlang.escript MODULE.asn RULES FOLDER TYPE FILE check|MS: a line of 1 for each message that the functions
%% which asn1ct generates decode and encode to the same octets, else 0; or nanoseconds a message of calling
%% them as they are: hot decode, hot encode, mixed decode, mixed encode. Where FOLDER is `megaco`, the encoder of
%% that application takes their place, in its default configuration: it maps names of packages and properties;
%% `megaco-native` is the same with the option `native`, which maps none.
-mode(compile).

main([Schema, Rules, Folder, Name, File, What]) ->
    {Decode, Encode} = codec(Schema, Rules, Folder, list_to_atom(Name)),
    {ok, Text} = file:read_file(File),
    Octets = [binary:decode_hex(Line) || Line <- binary:split(Text, <<"\n">>, [global, trim_all])],
    case What of
        "check" -> lists:foreach(fun(One) -> io:format("~b~n", [same(Decode, Encode, One)]) end, Octets);
        Ms -> measure(Decode, Encode, Octets, list_to_integer(Ms) * 1000000)
    end.

codec(Schema, Rules, "megaco", _) ->
    megaco(Schema, Rules, []);
codec(Schema, Rules, "megaco-native", _) ->
    megaco(Schema, Rules, [native]);
codec(Schema, Rules, Folder, Type) ->
    Module = list_to_atom(filename:rootname(filename:basename(Schema))),
    Beam = filename:join(Folder, atom_to_list(Module) ++ ".beam"),
    case filelib:is_file(Beam) of
        true -> ok;
        false -> ok = asn1ct:compile(Schema, [list_to_atom(Rules), {outdir, Folder}, {i, filename:dirname(Schema)}])
    end,
    code:add_patha(Folder),
    {module, Module} = code:load_file(Module),
    {fun(One) -> {ok, Value} = Module:decode(Type, One), Value end,
     fun(Value) -> {ok, One} = Module:encode(Type, Value), One end}.

megaco(Schema, Rules, Options) ->
    Encoder = case Rules of "ber" -> megaco_ber_encoder; "per" -> megaco_per_encoder end,
    {match, [Digit]} = re:run(Schema, "v([123])[.]asn$", [{capture, all_but_first, list}]),
    Version = list_to_integer(Digit),
    {fun(One) -> {ok, Value} = Encoder:decode_message(Options, Version, One), Value end,
     fun(Value) -> {ok, One} = Encoder:encode_message(Options, Version, Value), One end}.

same(Decode, Encode, Octets) ->
    try
        Octets = iolist_to_binary(Encode(Decode(Octets))),
        1
    catch
        _:_ -> 0
    end.

measure(Decode, Encode, Octets, Span) ->
    Values = [Decode(One) || One <- Octets],
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
