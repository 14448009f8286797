#!/usr/bin/env escript
%% compile: FOLDER OPTION,OPTION MODULE...: asn1ct on FOLDER/MODULE.asn1, one
%% after the other in one Erlang. FOLDER/MODULE.refused says why a module could not be compiled.
-mode(compile).

main([Folder, Words | Modules]) ->
    Options = [list_to_atom(W) || W <- string:split(Words, ",", all)] ++
        [maps, {i, Folder}, {outdir, Folder}],
    halt(lists:max([0 | [compile(filename:join(Folder, Module), Options) || Module <- Modules]])).

compile(File, Options) ->
    case asn1ct:compile(File ++ ".asn1", Options) of
        ok -> 0;
        {error, Reason} ->
            Text = io_lib:format("~s: ~0p~n", [filename:basename(File), Reason]),
            io:put_chars(Text),
            ok = file:write_file(File ++ ".refused", unicode:characters_to_binary(Text)),
            1
    end.
