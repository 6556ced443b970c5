#!/bin/sh
# Runs every fuzz target for some seconds, beginning with our seeds; two at a time; fails on the first crash, hang or
# memory blow-up.
#
# usage: fuzz/run.sh [seconds per target, 10 if not given] [target ...]
set -eu
cd "$(dirname "$0")"
# libFuzzer prints a trace of its own.
export RUST_BACKTRACE=0

seconds=10
if [ $# -gt 0 ]; then
    seconds=$1
    shift
fi

case $(uname -s) in
    Linux | Darwin) ;;
    *)
        echo "SKIPPED: fuzzing needs libFuzzer, which is used on Linux and macOS only"
        exit 0
        ;;
esac
if ! rustup toolchain list 2>/dev/null | grep -q '^nightly'; then
    echo "SKIPPED: fuzzing needs a nightly toolchain, and there is none (rustup toolchain install nightly)"
    exit 0
fi
if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "installing cargo-fuzz"
    cargo install cargo-fuzz --version 0.13.1 --locked
fi

# One build for all targets. cargo-fuzz sets the compiler's flags itself, so the `target-cpu=native` of
# .cargo/config.toml does not apply here.
cargo +nightly fuzz build --fuzz-dir .
programs=target/$(rustc +nightly -vV | sed -n 's/^host: //p')/release
[ $# -gt 0 ] || set -- $(cargo +nightly fuzz list --fuzz-dir .)

# One target, quietly: what it says is in its log.
fuzz() {
    target=$1
    case $target in
        pgn) longest=4096 ;;
        *) longest=512 ;;
    esac
    mkdir -p "corpus/$target" "artifacts/$target"
    cp seeds/"$target"/* "corpus/$target/"
    "$programs/$target" -max_total_time="$seconds" -max_len="$longest" -timeout=5 -rss_limit_mb=1024 \
        -dict="words/$target" -artifact_prefix="artifacts/$target/" -print_final_stats=1 "corpus/$target" \
        >"artifacts/$target.log" 2>&1
}

# What a target has done, once it is at its end.
report() {
    echo "== $1: $seconds s"
    if ! wait "$2"; then
        grep -v '^    #' "artifacts/$1.log" | tail -n 40
        echo "FAILED: $1; the input is in fuzz/artifacts/$1"
        failed="$failed $1"
    else
        grep -E 'number_of_executed_units|peak_rss_mb' "artifacts/$1.log"
    fi
}

# Two at a time: a target uses one core.
mkdir -p artifacts
failed=
first=
for target; do
    fuzz "$target" &
    if [ -z "$first" ]; then
        first=$target first_id=$!
        continue
    fi
    second_id=$!
    report "$first" "$first_id"
    report "$target" "$second_id"
    first=
    [ -z "$failed" ] || exit 1
done
[ -z "$first" ] || report "$first" "$first_id"
[ -z "$failed" ] || exit 1
echo "no crash, no hang, no memory blow-up: $*"
