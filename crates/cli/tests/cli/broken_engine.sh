#!/bin/sh
# An engine that does nearly everything wrong, each in its own way. `quevedo check-engine` must notice.
searching=no
while read -r line; do
  case "$line" in
    uci)
      echo "id name Broken 1"
      echo "option name Hash type spin default 0 min 1 max 64"
      echo "option name Ponder type spin default 1 min 0 max 1"
      echo "option name UCI_ShowWDL type check default false"
      echo "option name UCI_Chess960 type check default false"
      echo "uciok" ;;
    isready)
      [ "$searching" = no ] && echo "readyok" ;;
    "position fen nonsense") exit 3 ;;
    "go infinite") searching=yes; echo "bestmove e2e4" ;;
    "go wtime 100") : ;;
    "go nodes"*) echo "bestmove a2a3"; echo "bestmove a2a4" ;;
    "go mate"*) echo "info depth 1 score mate 1 pv b1b8"; echo "bestmove b1b8" ;;
    "go depth 10"*) echo "info depth 8 score mate 2 pv a2a7"; echo "bestmove a2a7" ;;
    "go depth 7"*) echo "info depth 7 score cp 0.35 pv e2e4"; echo "bestmove e2e4" ;;
    "go depth 6"*) echo "info depth 6 score cp 10 wdl 300 400 299 pv e2e4"; echo "bestmove e2e4" ;;
    "go movetime"*) echo "bestmove a1a8" ;;
    go*) echo "info depth 1 score cp 10 pv e2e4"; echo "bestmove e2e4" ;;
    stop) searching=no ;;
    quit) [ "$searching" = no ] && exit 0 ;;
  esac
done
# The end of input does not end it.
sleep 30
