// Collections of games: what was played, by whom, with what result.

import { For, Show, createEffect, createSignal } from 'solid-js';
import { announce } from '../announce';
import { keys } from '../keys';
import { Board } from '../parts/board';
import { Explorer } from '../parts/explorer';
import { go } from '../router';
import { ask, hello, link } from '../socket';
import type { PositionFacts } from '../types';
import { words } from '../words';

export function Games() {
  const [moves, setMoves] = createSignal<string[]>([]);
  const [facts, setFacts] = createSignal<PositionFacts>();
  const [flipped, setFlipped] = createSignal(false);
  createEffect(() => {
    const played = moves();
    if (link() !== 'open') return;
    ask({ type: 'position', start: 'startpos', moves: played }, 'position').then(
      answer => moves() === played && setFacts(answer.facts),
      () => setMoves(played.slice(0, -1)),
    );
  });
  const play = (uci: string): void => {
    announce(facts()?.legal_moves.find(one => one.uci === uci)?.san ?? uci);
    setMoves([...moves(), uci]);
  };
  const back = (): void => void (moves().length && setMoves(moves().slice(0, -1)));
  keys({ ArrowLeft: back, k: back, Home: () => setMoves([]), f: () => setFlipped(!flipped()) });
  const shown = (): string => facts()?.fen ?? 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  return (
    <Show
      when={hello()?.collections.length}
      fallback={
        <div class="text">
          <h1>{words().games}</h1>
          <p class="prose">{words().noCollections}</p>
          <pre class="card" tabindex="0" role="region" aria-label={words().games}>
            {'quevedo explore build master *.pgn\nquevedo serve --open --collection master'}
          </pre>
        </div>
      }
    >
      <div class="desk">
        <div class="stage nobar">
          <Board
            fen={shown()}
            facts={facts()}
            orientation={flipped() ? 'black' : 'white'}
            movable="both"
            onMove={play}
            onStep={by => by === -1 && back()}
          />
          <div class="steps">
            <button type="button" disabled={moves().length === 0} onClick={back}>
              {words().back}
            </button>
            <button type="button" disabled={moves().length === 0} onClick={() => setMoves([])}>
              {words().first}
            </button>
            <button type="button" onClick={() => setFlipped(!flipped())}>
              {words().flip}
            </button>
            <button type="button" onClick={() => go(`/analyse?moves=${moves().join('_')}`)}>
              {words().analyse}
            </button>
          </div>
        </div>
        <div class="panels">
          <h1>{words().games}</h1>
          <p class="faint">
            <For each={hello()?.collections}>{one => `${one.name}: ${words().gamesHere(one.games.toLocaleString())} `}</For>
          </p>
          <p>{facts()?.opening ? `${facts()?.opening?.eco} ${facts()?.opening?.name}` : ''}</p>
          <Explorer start="startpos" moves={moves()} onMove={play} full />
        </div>
      </div>
    </Show>
  );
}
