#!/usr/bin/env escript
%% peer: decodes and encodes with modules that asn1ct compiled.
%%
%% Reads lines `MODULE TYPE HEX` and answers each with one line: `ok HEX TERM`, where HEX is
%% what Erlang encodes of the value it decoded (`-` where it cannot) and TERM
%% a JSON term in the form of normal.py, or `error REASON`.

-mode(compile).

main([Path]) ->
    code:add_patha(Path),
    io:setopts(standard_io, [{encoding, latin1}, binary]),
    loop().

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line -> io:put_chars([answer(string:split(string:trim(Line), " ", all)), $\n]), loop()
    end.

answer([M, T, Hex]) ->
    Module = binary_to_atom(M), Type = binary_to_atom(T),
    try Module:decode(Type, binary:decode_hex(Hex)) of
        {ok, Value} -> ["ok ", again(Module, Type, Value), " ", term(Value)];
        {ok, _, Rest} -> ["error ", io_lib:format("~b octets left", [byte_size(Rest)])];
        {error, Reason} -> ["error ", flat(Reason)]
    catch
        _:Reason -> ["error ", flat(Reason)]
    end.

again(Module, Type, Value) ->
    try Module:encode(Type, Value) of
        {ok, Bytes} -> case iolist_to_binary(Bytes) of <<>> -> "00"; B -> binary:encode_hex(B) end;
        {error, _} -> "-"
    catch
        _:_ -> "-"
    end.

%% Without the call stack.
flat({asn1, {Reason, Stack}}) when is_list(Stack) -> flat(Reason);
flat(Reason) ->
    [C || C <- lists:flatten(io_lib:format("~0p", [Reason])), C >= 32].

term(true) -> "true";
term(false) -> "false";
term('NULL') -> "null";
term(asn1_NOVALUE) -> "null";
term(A) when is_atom(A) -> quoted(atom_to_list(A));
term(I) when is_integer(I) -> integer_to_list(I);
term(F) when is_float(F) -> ["{\"$real\":", io_lib:format("~w", [F]), "}"];
term(B) when is_binary(B) -> ["{\"$bin\":\"", binary:encode_hex(B), "\"}"];
term(B) when is_bitstring(B) ->
    Bits = bit_size(B), Pad = (8 - Bits rem 8) rem 8,
    ["{\"$bits\":[\"", binary:encode_hex(<<B/bitstring, 0:Pad>>), "\",", integer_to_list(Bits), "]}"];
term({asn1_OPENTYPE, B}) -> term({'$open', B});
term({'$open', B}) -> ["{\"$alt\":[null,", term(B), "]}"];
term({A, V}) when is_atom(A) -> ["{\"$alt\":[", quoted(atom_to_list(A)), ",", term(V), "]}"];
term(T) when is_tuple(T) ->
    case lists:all(fun(I) -> is_integer(I) end, tuple_to_list(T)) of
        true -> ["{\"$oid\":\"", lists:join(".", [integer_to_list(I) || I <- tuple_to_list(T)]), "\"}"];
        false -> list(tuple_to_list(T))
    end;
term(M) when is_map(M) ->
    ["{", lists:join(",", [[quoted(atom_to_list(K)), ":", term(V)] || {K, V} <- maps:to_list(M), V =/= asn1_NOVALUE]), "}"];
term([_ | _] = L) ->
    case lists:all(fun(C) -> is_integer(C) andalso C >= 0 andalso C < 16#110000 end, L) of
        true -> ["{\"$ints\":", list(L), "}"];
        false -> list(L)
    end;
term([]) -> "{\"$ints\":[]}".

list(L) -> ["[", lists:join(",", [term(E) || E <- L]), "]"].

quoted(S) -> ["\"", [case C of $" -> "\\\""; $\\ -> "\\\\"; _ -> C end || C <- S], "\""].
