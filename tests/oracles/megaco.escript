#!/usr/bin/env escript
%% Erlang's Megaco as a judge. A line of input is WORD VERSION HEX: `text`, `ber`, `per` decode octets to a term;
%% the answer is the term's external format and its encodings, `-` where one has none. Each call has five seconds.
main([]) -> loop().

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            [Word, Version | Hex] = string:lexemes(string:trim(Line), " "),
            {V, Octets} = {list_to_integer(Version), unhex(lists:append(Hex))},
            Self = self(),
            {Pid, Ref} = spawn_monitor(fun() -> Self ! {answer, self(), answer(Word, V, Octets)} end),
            Answer = receive
                {answer, Pid, Text} -> Text;
                {'DOWN', Ref, process, Pid, _} -> "died"
            after 5000 -> exit(Pid, kill), "late"
            end,
            erlang:demonitor(Ref, [flush]),
            receive {answer, Pid, _} -> ok after 0 -> ok end,
            io:put_chars([Answer, "\n"]),
            loop()
    end.

answer(Word, V, Octets) ->
    case decode(Word, V, Octets) of
        {ok, Term} ->
            Forms = [{megaco_pretty_text_encoder, []}, {megaco_compact_text_encoder, []},
                     {megaco_ber_encoder, []}, {megaco_per_encoder, []}],
            Shown = [encode(Module, Config, V, Term) || {Module, Config} <- Forms],
            lists:join(" ", ["ok", hex(term_to_binary(Term, [{minor_version, 1}])) | Shown]);
        {error, Why} ->
            Told = lists:flatten(io_lib:format("~0p", [Why])),
            ["error ", hex(unicode:characters_to_binary(Told))];
        Other -> ["error ", hex(unicode:characters_to_binary(io_lib:format("~0p", [Other])))]
    end.

decode(Word, V, Octets) ->
    Module = case Word of
        "text" -> megaco_pretty_text_encoder;
        "ber" -> megaco_ber_encoder;
        "per" -> megaco_per_encoder
    end,
    try Module:decode_message([], V, Octets) catch _:Why -> {error, Why} end.

encode(Module, Config, V, Term) ->
    try Module:encode_message(Config, V, Term) of
        {ok, Octets} -> hex(iolist_to_binary([Octets]));
        {error, _} -> "-"
    catch _:_ -> "-"
    end.

unhex(Text) -> << <<(list_to_integer([A, B], 16))>> || <<A, B>> <= list_to_binary(Text) >>.
hex(Octets) -> [io_lib:format("~2.16.0b", [O]) || <<O>> <= Octets].
