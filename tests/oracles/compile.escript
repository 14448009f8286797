#!/usr/bin/env escript
%% compile: FOLDER OPTION,OPTION MODULE...: asn1ct on FOLDER/MODULE.asn1, one
%% after the other in one Erlang; the first error ends it.
-mode(compile).

main([Folder, Words | Modules]) ->
    Options = [list_to_atom(W) || W <- string:split(Words, ",", all)] ++
        [maps, {i, Folder}, {outdir, Folder}],
    lists:foreach(fun(Module) -> compile(filename:join(Folder, Module ++ ".asn1"), Options) end, Modules).

compile(File, Options) ->
    case asn1ct:compile(File, Options) of
        ok -> ok;
        {error, Reason} -> io:format("~s: ~0p~n", [filename:basename(File), Reason]), halt(1)
    end.
