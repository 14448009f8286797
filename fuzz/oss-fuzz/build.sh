#!/usr/bin/env bash
# build.sh: what OSS-Fuzz calls in a copy of the sources: fuzzers of the front ends and codecs (fuzz/fuzz_targets) and of
# generated C (fuzz/c), each in $OUT by itself with its seeds and with the schemas that it opens.
#
# The caller sets OUT, CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE and SANITIZER. PARTS="c" or "rust" builds that part alone,
# WIREGLOT is a command that was built before. tests/oss_fuzz runs all this in an empty folder.
set -eu
cd "$(dirname "$0")/../.."
parts=${PARTS:-c rust}
sanitizer=${SANITIZER:-address}

# seeds NAME FOLDER: the files of a folder as the seeds of a fuzzer.
seeds() {
  [ -d "$2" ] && [ -n "$(ls "$2")" ] || return 0
  python3 -m zipfile -c "$OUT/$1_seed_corpus.zip" "$2"
}

case " $parts " in *" c "*)
  if [ -z "${WIREGLOT:-}" ]; then
    # The compiler of schemas is not what is tested here: it has no sanitizer.
    env -u RUSTFLAGS CFLAGS= CXXFLAGS= cargo build -q --release -p wireglot-cli
    export WIREGLOT=$PWD/target/release/wireglot
  fi
  made=build/oss-fuzz
  mkdir -p "$made/runtime"
  export CC CFLAGS made
  printf '%s\n' runtime/c/src/*.c |
    xargs -P "$(nproc)" -I{} sh -c '$CC $CFLAGS -w -Iruntime/c/include -c "{}" -o "$made/runtime/$(basename "{}" .c).o"'
  # Name, schema, type and rules of what needs no file from elsewhere.
  python3 fuzz/c/decoders.py list | while IFS=$'\t' read -r name schema type rules; do
    folder=$made/$name
    mkdir -p "$folder"
    "$WIREGLOT" gen c -s "$schema" -r "$rules" --pdu "$type" --name ours -o "$folder"
    python3 fuzz/c/decoders.py seeds "$name"
    type=${type#*.}
    for source in fuzz/c/decoder.c "$folder/ours.c"; do
      $CC $CFLAGS -w -Iruntime/c/include -I"$folder" -DTYPE="${type//[^A-Za-z0-9]/_}" -DRULES="$rules" \
        -include "$folder/ours.h" -c "$source" -o "$folder/$(basename "$source" .c).o"
    done
    $CXX $CXXFLAGS "$folder"/*.o "$made"/runtime/*.o $LIB_FUZZING_ENGINE -o "$OUT/c-$name"
    seeds "c-$name" "build/fuzz-c/$name/seeds"
  done
  ;;
esac

case " $parts " in *" rust "*)
  python3 tools/seed_corpus.py
  RUSTC_BOOTSTRAP=1 cargo fuzz build -O --sanitizer "$sanitizer"
  # The schemas that targets open are looked for beside them.
  for file in $(sed -n 's/.*"\([A-Za-z0-9\/-]*\.\(asn1\|xml\)\)".*/\1/p' fuzz/targets.rs | sort -u); do
    mkdir -p "$OUT/$(dirname "$file")"
    [ ! -f "$file" ] || cp "$file" "$OUT/$file"
  done
  for target in $(sed -n 's/^name = "\([a-z0-9_]*\)"$/\1/p' fuzz/Cargo.toml); do
    # That of H.248 has no seeds where its module is not installed.
    [ -d "fuzz/corpus/$target" ] || continue
    cp "fuzz/target/$(rustc -vV | sed -n 's/^host: //p')/release/$target" "$OUT/"
    seeds "$target" "fuzz/corpus/$target"
  done
  ;;
esac
