#!/usr/bin/env escript
%%! +S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none
%% erlang.escript FILE texts: the messages of Erlang's measurement tool (time_test.msgs), a line of hex each.
%% erlang.escript FILE forms FOLDER: each codec's encodings of them, a file a codec, a line of hex each.
%% erlang.escript FILE time MS: a line a codec: its name, then nanoseconds a message of decode hot, encode hot, decode
%% mixed, encode mixed, about MS milliseconds of the processor each. Codecs and configurations are those of the tool.
-mode(compile).

main([File | What]) ->
    {ok, [{pretty, Messages}]} = file:consult(File),
    Texts = [Text || {_, Text} <- Messages],
    case What of
        ["texts"] -> lists:foreach(fun(One) -> io:format("~s~n", [binary:encode_hex(One)]) end, Texts);
        ["forms", Folder] -> lists:foreach(fun(Codec) -> forms(Codec, Folder, values(Texts)) end, codecs());
        ["time", Ms] -> lists:foreach(fun(Codec) -> time(Codec, values(Texts), list_to_integer(Ms) * 1000000) end, codecs())
    end.

%% Name, module, configuration.
codecs() ->
    {ok, Ports} = megaco_flex_scanner:start(),
    Flex = [{flex, Ports}],
    [{"pretty", megaco_pretty_text_encoder, []},
     {"pretty flex", megaco_pretty_text_encoder, Flex},
     {"compact", megaco_compact_text_encoder, []},
     {"compact flex", megaco_compact_text_encoder, Flex},
     {"BER", megaco_ber_encoder, []},
     {"BER native", megaco_ber_encoder, [native]},
     {"PER", megaco_per_encoder, []},
     {"PER native", megaco_per_encoder, [native]},
     {"erl_dist", megaco_erl_dist_encoder, []},
     {"erl_dist megaco_compressed", megaco_erl_dist_encoder, [megaco_compressed]},
     {"erl_dist compressed", megaco_erl_dist_encoder, [compressed]},
     {"erl_dist both", megaco_erl_dist_encoder, [megaco_compressed, compressed]}].

values(Texts) ->
    [begin
         {ok, Value} = megaco_pretty_text_encoder:decode_message([], dynamic, Text),
         {element(2, element(3, Value)), Value}
     end || Text <- Texts].

encoded({_, Module, Configuration}, Values) ->
    [begin
         {ok, Octets} = Module:encode_message(Configuration, Version, Value),
         {Version, iolist_to_binary(Octets)}
     end || {Version, Value} <- Values].

%% What a codec decodes: `native` has values of its own, without names.
decoded({_, Module, Configuration}, Encodings) ->
    [begin
         {ok, Value} = Module:decode_message(Configuration, Version, Octets),
         {Version, Value}
     end || {Version, Octets} <- Encodings].

%% Encodings of `native` are those of the same module with names.
encodings({_, Module, [native]}, Values) -> encoded({"", Module, []}, Values);
encodings(Codec, Values) -> encoded(Codec, Values).

forms({Name, _, _} = Codec, Folder, Values) ->
    Lines = [[binary:encode_hex(Octets), "\n"] || {_, Octets} <- encodings(Codec, Values)],
    ok = file:write_file(filename:join(Folder, Name ++ ".hex"), Lines).

time({Name, Module, Configuration} = Codec, Values, Span) ->
    Encodings = encodings(Codec, Values),
    Own = decoded(Codec, Encodings),
    Decode = fun({Version, Octets}) -> {ok, _} = Module:decode_message(Configuration, Version, Octets) end,
    Encode = fun({Version, Value}) -> {ok, _} = Module:encode_message(Configuration, Version, Value) end,
    Times = [nanoseconds(fun(N) -> hot(Decode, Encodings, N) end, Span),
             nanoseconds(fun(N) -> hot(Encode, Own, N) end, Span),
             nanoseconds(fun(N) -> mixed(Decode, Encodings, N) end, Span),
             nanoseconds(fun(N) -> mixed(Encode, Own, N) end, Span)],
    io:format("~s\t~s~n", [Name, lists:join(" ", [io_lib:format("~.1f", [Time / length(Values)]) || Time <- Times])]).

hot(One, Items, N) -> lists:foreach(fun(Item) -> again(One, Item, N) end, Items).

again(_, _, 0) -> ok;
again(One, Item, N) -> One(Item), again(One, Item, N - 1).

mixed(_, _, 0) -> ok;
mixed(One, Items, N) -> lists:foreach(One, Items), mixed(One, Items, N - 1).

%% A process of its own for each measurement, so that none pays for the garbage of another.
nanoseconds(What, Span) ->
    Self = self(),
    spawn_link(fun() -> Self ! {took, repeated(What, 1, Span, clock())} end),
    receive {took, Time} -> Time end.

repeated(What, N, Span, Clock) ->
    Took = spent(What, N, Clock),
    if
        Took < Span / 8 -> repeated(What, N * 2, Span, Clock);
        true -> M = max(1, round(N * Span / Took)), spent(What, M, Clock) / M
    end.

spent(What, N, Clock) ->
    Start = processor(Clock),
    What(N),
    max(1, processor(Clock) - Start).

%% The threads that run Erlang's code and collect its garbage. Only who opened a raw file may read it.
clock() ->
    [begin
         {ok, File} = file:open(filename:join(Thread, "schedstat"), [raw, read, binary]),
         File
     end || Thread <- filelib:wildcard("/proc/self/task/*"), runs(Thread)].

runs(Thread) ->
    {ok, Name} = file:read_file(filename:join(Thread, "comm")),
    re:run(Name, "sched|dcpu") =/= nomatch.

%% Nanoseconds that these threads were given: what else the machine does does not count.
processor(Clock) ->
    lists:sum([begin
                   {ok, Line} = file:pread(File, 0, 64),
                   binary_to_integer(hd(binary:split(Line, <<" ">>)))
               end || File <- Clock]).
