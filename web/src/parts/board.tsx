// The board. What is seen is chessground's; above it lies a grid that keyboards and readers of screens use, with a name
// for every square.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Color, Dests, Key } from '@lichess-org/chessground/types';
import { type Accessor, For, Show, createEffect, createMemo, createSignal, onCleanup, onMount } from 'solid-js';
import { announce } from '../announce';
import { type Man, destinations, lastMove, men, squares } from '../chess';
import { pace, prefs } from '../prefs';
import type { PositionFacts } from '../types';
import { words } from '../words';

export type Mark = { text: string; kind: 'win' | 'draw' | 'loss' };

type Props = {
  fen: string;
  facts: PositionFacts | undefined;
  orientation: Color;
  /** Whose men may be moved. */
  movable?: Color | 'both' | undefined;
  shapes?: DrawShape[];
  /** What is written on squares. */
  marks?: Map<string, Mark> | undefined;
  /** Every press on a square, also where nothing moves. */
  onPick?: (square: string) => void;
  onMove?: (uci: string) => void;
  onStep?: (by: 1 | -1) => void;
  evaluation?: () => string;
};

const PROMOTIONS = ['q', 'r', 'b', 'n'] as const;

export function Board(props: Props) {
  let host!: HTMLDivElement;
  let frame!: HTMLDivElement;
  let board: Api | undefined;
  // The program's own choosing is no press of the reader.
  let choosing = false;
  const orientation = createMemo(() => props.orientation);
  // Made once, so that a square keeps the focus while the game goes on.
  const rows = createMemo(() => squares(orientation()));
  const [cursor, setCursor] = createSignal('e2');
  const [chosen, setChosen] = createSignal<string>();
  const [promotion, setPromotion] = createSignal<{ from: string; to: string }>();
  const placed = createMemo(() => men(props.fen));
  const dests: Accessor<Dests> = createMemo(() => (props.movable && props.onMove ? destinations(props.facts) : new Map()));
  const ucis = createMemo(() => new Set(props.facts?.legal_moves.map(mv => mv.uci)));

  onMount(() => {
    board = Chessground(host, {
      coordinates: false,
      addDimensionsCssVarsTo: frame,
      disableContextMenu: true,
      premovable: { enabled: false },
      draggable: { showGhost: true },
      movable: { free: false, showDests: true, events: { after: (from, to) => play(from, to) } },
      events: { select: square => void (choosing || props.onPick?.(square)) },
    });
    createEffect(() => {
      const color = props.movable && props.facts && props.onMove ? props.movable : undefined;
      board?.set({
        fen: props.fen,
        orientation: props.orientation,
        turnColor: props.facts?.turn ?? 'white',
        lastMove: lastMove(props.facts),
        check: (props.facts?.checkers.length ?? 0) > 0,
        animation: { enabled: pace() > 0, duration: pace() },
        movable: { color, dests: dests() },
      });
      setPromotion(undefined);
    });
    createEffect(() => board?.setAutoShapes(props.shapes ?? []));
    const seen = new ResizeObserver(() => board?.redrawAll());
    seen.observe(host);
    onCleanup(() => {
      seen.disconnect();
      board?.destroy();
    });
  });

  createEffect(() => {
    props.fen;
    setChosen(undefined);
  });

  const play = (from: string, to: string): void => {
    setChosen(undefined);
    if (ucis().has(from + to)) props.onMove?.(from + to);
    else if (ucis().has(`${from}${to}q`)) setPromotion({ from, to });
    else reset();
  };
  const reset = (): void => {
    setPromotion(undefined);
    board?.set({ fen: props.fen, lastMove: lastMove(props.facts), turnColor: props.facts?.turn ?? 'white', movable: { dests: dests() } });
  };
  const promote = (letter: string): void => {
    const move = promotion();
    setPromotion(undefined);
    if (move) props.onMove?.(move.from + move.to + letter);
  };

  const name = (square: string): string => {
    const man = placed().get(square);
    const mark = props.marks?.get(square);
    const parts = [square, man ? words().man(man.color, man.role) : words().emptySquare];
    if (mark) parts.push(words().mark(mark.kind, mark.text));
    if (chosen() === square) parts.push(words().chosen);
    return parts.join(', ');
  };

  const press = (square: string): void => {
    props.onPick?.(square);
    const from = chosen();
    const targets = from ? dests().get(from as Key) : undefined;
    if (from === square) {
      setChosen(undefined);
      announce(words().unchosen);
    } else if (from && targets?.includes(square as Key)) {
      play(from, square);
    } else if (dests().has(square as Key)) {
      setChosen(square);
      choosing = true;
      board?.selectSquare(square as Key);
      choosing = false;
      announce(words().chosenMan(name(square), dests().get(square as Key)?.length ?? 0));
    } else if (from) {
      announce(words().notThere);
    }
  };

  const focus = (square: string): void => {
    setCursor(square);
    frame.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };

  const steer = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows().findIndex(list => list.includes(cursor()));
    const column = rows()[row]?.indexOf(cursor()) ?? 0;
    const to = (down: number, right: number): void => {
      const square = rows()[Math.min(7, Math.max(0, row + down))]?.[Math.min(7, Math.max(0, column + right))];
      if (square) focus(square);
    };
    const key = event.key;
    if (event.shiftKey && (key === 'A' || key === 'D')) props.onStep?.(key === 'D' ? 1 : -1);
    else if (key === 'ArrowUp') to(-1, 0);
    else if (key === 'ArrowDown') to(1, 0);
    else if (key === 'ArrowLeft') to(0, -1);
    else if (key === 'ArrowRight') to(0, 1);
    else if (key === 'Home') to(0, -8);
    else if (key === 'End') to(0, 8);
    else if (key === 'Enter' || key === ' ') press(cursor());
    else if (key === 'Escape') {
      setChosen(undefined);
      reset();
    } else if ('kqrbnp'.includes(key) && key.length === 1) nextMan(key, rows().flat());
    else if (key === 'm') tellMoves();
    else if (key === 'o') announce(words().position(placed()));
    else if (key === 't') announce(tellLast());
    else if (key === 'v' && props.evaluation) announce(props.evaluation());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const ROLE: Record<string, Man['role']> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
  const nextMan = (letter: string, all: string[]): void => {
    const start = all.indexOf(cursor());
    const order = [...all.slice(start + 1), ...all.slice(0, start + 1)];
    const found = order.find(square => placed().get(square)?.role === ROLE[letter]);
    if (found) focus(found);
  };
  const tellMoves = (): void => {
    const here = props.facts?.legal_moves.filter(mv => mv.uci.startsWith(cursor())).map(mv => mv.san) ?? [];
    announce(here.length ? here.join(', ') : words().noMovesHere);
  };
  const tellLast = (): string => props.facts?.moves_played.at(-1)?.san ?? words().noMoveYet;

  return (
    <div class="board" ref={frame}>
      <div class="wood" ref={host} aria-hidden="true" />
      <div class="cells" role="grid" aria-label={words().board} onKeyDown={steer}>
        <For each={rows()}>
          {(row, down) => (
            <div role="row">
              <For each={row}>
                {(square, right) => (
                  <div
                    role="gridcell"
                    data-square={square}
                    data-rank={prefs.coordinates && right() === 0 ? square[1] : undefined}
                    data-file={prefs.coordinates && down() === 7 ? square[0] : undefined}
                    data-dark={(square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? '' : undefined}
                    data-mark={props.marks?.get(square)?.kind}
                    data-text={props.marks?.get(square)?.text}
                    tabindex={cursor() === square ? 0 : -1}
                    aria-label={name(square)}
                    aria-selected={chosen() === square}
                    onFocus={() => setCursor(square)}
                    onClick={() => press(square)}
                  />
                )}
              </For>
            </div>
          )}
        </For>
      </div>
      <Show when={promotion()}>
        <div class="promotion" role="group" aria-label={words().promoteTo}>
          <For each={PROMOTIONS}>
            {(letter, index) => (
              <button
                type="button"
                ref={button => index() === 0 && queueMicrotask(() => button.focus())}
                onClick={() => promote(letter)}
                onKeyDown={event => event.key === 'Escape' && reset()}
              >
                {words().role(ROLE[letter] ?? 'queen')}
              </button>
            )}
          </For>
          <button type="button" onClick={reset}>
            {words().cancel}
          </button>
        </div>
      </Show>
    </div>
  );
}
