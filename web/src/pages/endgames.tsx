// Endings with three men: what every move is worth, and every square that a man could stand on.

import type { Color } from '@lichess-org/chessground/types';
import { For, Show, createEffect, createMemo, createResource, createSignal, on } from 'solid-js';
import { announce } from '../announce';
import { FILES, men } from '../chess';
import { keys } from '../keys';
import { Board, type Mark } from '../parts/board';
import { Complaint, wordsOf } from '../parts/complaint';
import { TableMoves } from '../parts/tables';
import { detail, go } from '../router';
import { ask, link } from '../socket';
import type { PositionFacts } from '../types';
import { words } from '../words';

/** Each with a position that is worth a look. */
const ENDINGS: Record<string, string> = {
  KRK: '8/8/8/3k4/8/8/8/R3K3 w - - 0 1',
  KQK: '8/8/8/3k4/8/8/8/Q3K3 w - - 0 1',
  KPK: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1',
};

export function Endgames() {
  const ending = (): string => (detail() in ENDINGS ? detail() : 'KRK');
  const [start, setStart] = createSignal(ENDINGS[ending()] ?? '');
  const [moves, setMoves] = createSignal<string[]>([]);
  const [facts, setFacts] = createSignal<PositionFacts>();
  const [man, setMan] = createSignal<string>();
  const [replies, setReplies] = createSignal(true);
  const [flipped, setFlipped] = createSignal(false);
  const [complaint, setComplaint] = createSignal<string>();

  const begin = (fen: string): void => {
    setStart(fen);
    setMoves([]);
    setMan(undefined);
    setComplaint(undefined);
  };
  createEffect(on(ending, name => begin(ENDINGS[name] ?? ''), { defer: true }));

  let asked = 0;
  createEffect(() => {
    const question = { start: start(), moves: moves() };
    if (link() !== 'open') return;
    const mine = ++asked;
    ask({ type: 'position', ...question }, 'position').then(
      answer => mine === asked && setFacts(answer.facts),
      error => mine === asked && setComplaint(wordsOf(error)),
    );
  });
  const fen = (): string => facts()?.fen ?? start();

  const [map] = createResource(
    () => (man() && facts() && men(fen()).has(man() ?? '') ? { fen: fen(), square: man() ?? '' } : undefined),
    async question => (await ask({ type: 'map', ...question }, 'map').catch(() => undefined))?.squares,
  );
  const marks = createMemo(() => {
    const values = man() ? map() : undefined;
    if (!values) return undefined;
    const found = new Map<string, Mark>();
    values.forEach((value, index) => {
      const square = `${FILES[index % 8]}${Math.floor(index / 8) + 1}`;
      if (!value || (men(fen()).has(square) && square !== man())) return;
      const kind = value.result.endsWith('win') ? 'win' : value.result.endsWith('loss') ? 'loss' : 'draw';
      found.set(square, { kind, text: kind === 'draw' ? '=' : kind === 'win' ? `${value.mate ?? '+'}` : `${value.mate ?? ''}✕` });
    });
    return found;
  });

  const play = async (uci: string): Promise<void> => {
    const san = facts()?.legal_moves.find(mv => mv.uci === uci)?.san;
    if (san) announce(san);
    setMan(undefined);
    const now = [...moves(), uci];
    setMoves(now);
    if (!replies()) return;
    try {
      const answer = await ask({ type: 'probe', start: start(), moves: now }, 'probe');
      const best = answer.moves?.[0];
      if (!best || moves() !== now) return;
      // A moment to see one's own move.
      setTimeout(() => {
        if (moves() !== now) return;
        announce(words().played('Quevedo', best.san));
        setMoves([...now, best.uci]);
      }, 350);
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  const back = (): void => {
    const count = replies() && moves().length > 1 ? 2 : 1;
    setMoves(moves().slice(0, -count));
  };
  const another = async (): Promise<void> => {
    // Any squares will do that make a legal position; the program says which do.
    const piece = ending()[1] ?? 'R';
    for (let tries = 0; tries < 50; tries++) {
      const board = new Map<number, string>();
      const free = (low: number, high: number): number => {
        for (;;) {
          const square = low + Math.floor(Math.random() * (high - low));
          if (!board.has(square)) return square;
        }
      };
      board.set(free(0, 64), 'K');
      board.set(free(0, 64), 'k');
      board.set(piece === 'P' ? free(8, 56) : free(0, 64), piece);
      const fen = `${placement(board)} w - - 0 1`;
      const good = await ask({ type: 'position', start: fen, moves: [] }, 'position').then(
        answer => answer.facts.state === 'ongoing',
        () => false,
      );
      if (good) return begin(fen);
    }
  };
  const pick = (square: string): void => {
    if (men(fen()).has(square)) setMan(man() === square ? undefined : square);
  };
  keys({
    ArrowLeft: back,
    k: back,
    f: () => setFlipped(!flipped()),
  });

  const movable = (): Color | undefined => (facts()?.state === 'ongoing' ? (facts()?.turn ?? 'white') : undefined);
  return (
    <div class="desk">
      <div class="stage nobar">
        <Board
          fen={fen()}
          facts={facts()}
          orientation={flipped() ? 'black' : 'white'}
          movable={movable()}
          marks={marks()}
          onPick={pick}
          onMove={uci => void play(uci)}
          onStep={by => by === -1 && back()}
        />
        <div class="steps">
          <button type="button" disabled={moves().length === 0} onClick={back}>
            {words().takeBack}
          </button>
          <button type="button" onClick={() => begin(start())}>
            {words().first}
          </button>
          <button type="button" onClick={() => setFlipped(!flipped())}>
            {words().flip}
          </button>
        </div>
      </div>
      <div class="panels">
        <h1>{words().endgames}</h1>
        <p class="prose">{words().endgamesLead}</p>
        <div class="row">
          <For each={Object.keys(ENDINGS)}>
            {name => (
              <a class="button" href={`/endgames/${name}?map=1`} aria-current={ending() === name ? 'page' : undefined}>
                {words().ending(name)}
              </a>
            )}
          </For>
          <a class="button main" href={`/endgames/${ending()}`}>
            {words().learnIt}
          </a>
          <button type="button" onClick={() => void another()}>
            {words().anotherPosition}
          </button>
        </div>
        <p class="prose">{words().endingHint(ending())}</p>
        <label class="check">
          <input type="checkbox" checked={replies()} onChange={event => setReplies(event.currentTarget.checked)} />
          {words().tablesReply}
        </label>
        <Complaint words={complaint()} />
        <Show when={marks() && men(fen()).get(man() ?? '')}>
          {found => (
            <section class="card">
              <h2>{words().mapOf(words().man(found().color, found().role))}</h2>
              <p class="faint">{words().mapLegend}</p>
              <button type="button" onClick={() => setMan(undefined)}>
                {words().noMap}
              </button>
            </section>
          )}
        </Show>
        <Show
          when={facts() && facts()?.state !== 'ongoing'}
          fallback={
            <>
              <p class="turn">{facts()?.turn === 'black' ? words().blackToMove : words().whiteToMove}</p>
              <TableMoves start={start()} moves={moves()} onMove={uci => void play(uci)} />
            </>
          }
        >
          <p class="turn">{words().ended(facts()?.result ?? '', 'rules', facts()?.state ?? '', 'white')}</p>
        </Show>
        <p>
          <button type="button" onClick={() => go(`/analyse?fen=${encodeURIComponent(fen())}`)}>
            {words().analyse}
          </button>
        </p>
      </div>
    </div>
  );
}

/** The first field of a FEN. */
function placement(board: Map<number, string>): string {
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map(rank => {
    const row = FILES.map((_, file) => board.get(8 * rank + file) ?? '1').join('');
    return row.replace(/1+/g, ones => String(ones.length));
  });
  return rows.join('/');
}
