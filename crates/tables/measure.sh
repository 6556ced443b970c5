#!/bin/sh
# Measures what docs/results/tables.md shows, on a machine that has nothing else to do. Tables stay in the folder, so a
# run that was stopped goes on; figures of tables that are there already are not taken again.
#
# usage: crates/tables/measure.sh FOLDER [part ...]      parts: four verify probe marsland five syzygy sizes
#
# four      all tables of three and four men, dtm and dtz: time and memory (target: dtm in 3 minutes on 2 cores)
# verify    every position of three and four men against its moves, and against Syzygy
# probe     probes a second of warm tables of four men (target: 2 million)
# five      KQRKQ alone: time and memory (targets: 5 minutes, 2 GB); and KQPKQ
# marsland  all 17 rows of Marsland's Table 2
# syzygy    a million samples of each table of five men that Syzygy has
# sizes     bytes and bits per position of everything in the folder
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
folder=$1
shift
[ $# -gt 0 ] || set -- four verify probe marsland five syzygy sizes
syzygy=${SYZYGY:-../shared/data/syzygy}
cargo build --release --locked
quevedo=target/release/quevedo
mkdir -p "$folder"

# Runs a command and tells its time and memory.
timed() {
    echo "\$ $*"
    /usr/bin/time -f '%e s elapsed, %U s of CPU, %M KiB at most' "$@"
}

for part; do
    echo "== $part ($(date -u '+%Y-%m-%d %H:%M'), load $(cut -d' ' -f1 /proc/loadavg))"
    case $part in
        four)
            timed $quevedo tables generate --men 4 --metric dtm --folder "$folder"
            timed $quevedo tables generate --men 4 --metric dtz --folder "$folder"
            ;;
        verify)
            mkdir -p "$folder/four"
            for file in "$folder"/K??.dt[mz] "$folder"/K???.dt[mz]; do ln -f "$file" "$folder/four/"; done
            for metric in dtm dtz; do
                timed $quevedo tables verify --metric $metric --folder "$folder/four" \
                    --syzygy "$syzygy" --samples 100000
            done
            ;;
        probe) cargo run --release --locked -q -p quevedo-tables --example probe_speed -- "$folder" ;;
        marsland) timed $quevedo tables marsland --folder "$folder" --markdown ;;
        five)
            timed $quevedo tables generate KQRKQ --metric dtm --folder "$folder"
            timed $quevedo tables generate KQPKQ --metric dtm --folder "$folder" --memory 12000
            ;;
        syzygy)
            for ending in KBBKN KQRKR KRRKR KRBKR KRNKR; do
                timed $quevedo tables generate $ending --metric dtz --folder "$folder"
                timed $quevedo tables verify $ending --metric dtz --folder "$folder" --step 1000 \
                    --syzygy "$syzygy" --samples 1000000
            done
            ;;
        sizes) $quevedo tables list --folder "$folder" ;;
        *)
            echo "there is no part \"$part\"" >&2
            exit 2
            ;;
    esac
done
