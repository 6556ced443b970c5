// Analysis: the board, the engine's lines, the moves with their variations, and what a position is worth.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { For, Show, batch, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { announce } from '../announce';
import { GLYPHS, expectation, men } from '../chess';
import { fitsMessage, incoming, isFen, readLong, setIncoming } from '../incoming';
import { keys } from '../keys';
import { Bar } from '../parts/bar';
import { Board } from '../parts/board';
import { Complaint, wordsOf } from '../parts/complaint';
import { Evaluation } from '../parts/evaluation';
import { Explorer } from '../parts/explorer';
import { Lines } from '../parts/lines';
import { Moves } from '../parts/moves';
import { Words } from '../parts/spoken';
import { TableMoves } from '../parts/tables';
import { prefs, setPrefs } from '../prefs';
import { note, query } from '../router';
import { analyse, ask, hello, link } from '../socket';
import * as trees from '../tree';
import type { PositionFacts, PvLine, SpokenMove } from '../types';
import { words } from '../words';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** Addresses longer than this are cut by some programs: such games are not kept in them. */
const LONGEST_ADDRESS = 1500;

export function Analyse() {
  const [tree, setTree] = createSignal(trees.empty());
  const [at, setAt] = createSignal<number | null>(null);
  const [flipped, setFlipped] = createSignal(false);
  const [running, setRunning] = createSignal(true);
  const [threat, setThreat] = createSignal(false);
  const [lines, setLines] = createSignal<PvLine[]>([]);
  const [place, setPlace] = createSignal<number>();
  const [complaint, setComplaint] = createSignal<string>();
  const [titles, setTitles] = createSignal<string[]>([]);
  const [source, setSource] = createSignal('');
  const [facts, setFacts] = createSignal<PositionFacts>();
  const [shown, setShown] = createSignal(START);
  const [written, setWritten] = createSignal('');
  let moveInput: HTMLInputElement | undefined;

  const history = createMemo(() => ({ start: tree().start, moves: trees.moves(tree(), at()) }), undefined, {
    equals: (one, other) => one.start === other.start && one.moves.join() === other.moves.join(),
  });

  // What another page or the address wants to be looked at.
  const handed = incoming();
  const [fen, moves] = [query('fen'), query('moves')];
  setIncoming(undefined);
  const [ready, setReady] = createSignal(!handed && !fen && !moves);

  // The position: legal moves, names, how it came about. Answers to older questions are dropped.
  let asked = 0;
  createEffect(() => {
    const question = history();
    if (link() !== 'open' || !ready()) return;
    const mine = ++asked;
    ask({ type: 'position', ...question }, 'position').then(
      answer => {
        if (mine !== asked) return;
        batch(() => {
          setFacts(answer.facts);
          setShown(answer.facts.fen);
        });
      },
      error => mine === asked && setComplaint(wordsOf(error)),
    );
  });

  // The engine. Lines settle and do not dance: they change at most four times a second.
  let newest: PvLine[] | undefined;
  let settling = false;
  const settle = (fresh: PvLine[]): void => {
    if (lines().length < fresh.length) return void setLines(fresh);
    newest = fresh;
    if (settling) return;
    settling = true;
    setTimeout(() => {
      settling = false;
      if (newest) setLines(newest);
      newest = undefined;
    }, 250);
  };
  createEffect(() => {
    const question = history();
    const other = threat();
    if (!running() || !ready()) {
      setLines([]);
      return;
    }
    const stop = analyse(
      { ...question, lines: prefs.lines, limit: null, threat: other },
      {
        lines: fresh => batch(() => (settle(fresh), setPlace(undefined))),
        queued: setPlace,
        done: () => setPlace(undefined),
        problem: problem => (setLines([]), setPlace(undefined), other ? setThreat(false) : setComplaint(wordsOf(problem))),
      },
    );
    onCleanup(() => {
      stop();
      newest = undefined;
      setPlace(undefined);
    });
  });
  createEffect(on(history, () => batch(() => (setLines([]), setThreat(false)))));

  // The address says what is looked at, so that it can be kept and given away.
  createEffect(() => {
    if (!ready()) return;
    const { start, moves } = history();
    const parts = [start === 'startpos' ? '' : `fen=${encodeURIComponent(start)}`, moves.length ? `moves=${moves.join('_')}` : ''];
    const address = `/analyse?${parts.filter(Boolean).join('&')}`;
    note(address.length > LONGEST_ADDRESS ? '/analyse' : address.replace(/\?$/, ''));
  });

  const load = async (pgn: string, game: number): Promise<void> => {
    setComplaint(undefined);
    try {
      const answer = fitsMessage(pgn) ? await ask({ type: 'read', pgn, game }, 'tree') : await readLong(pgn, game);
      batch(() => {
        setTree(trees.fromRead(answer.tree));
        setAt(null);
        setTitles(answer.titles.length > 1 ? answer.titles : []);
        setSource(pgn);
        if (answer.faults.length) setComplaint(`${words().faults}: ${answer.faults.join('; ')}`);
      });
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  const begin = (start: string): void =>
    batch(() => {
      setTree(trees.empty(start));
      setAt(null);
      setTitles([]);
      setComplaint(undefined);
    });
  const take = async (text: string): Promise<void> => {
    if (!isFen(text)) return load(text, 0);
    try {
      const answer = await ask({ type: 'position', start: text.trim(), moves: [] }, 'position');
      begin(answer.facts.fen);
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };

  if (handed) void load(handed.pgn, handed.game).finally(() => setReady(true));
  else if (fen || moves) {
    const wanted = { start: fen ?? 'startpos', moves: moves?.split('_').filter(Boolean) ?? [] };
    ask({ type: 'position', ...wanted }, 'position')
      .then(
        answer => follow(trees.empty(fen ? wanted.start : 'startpos'), null, answer.facts.moves_played),
        error => setComplaint(wordsOf(error)),
      )
      .finally(() => setReady(true));
  }

  function follow(from: trees.Tree, place: number | null, played: { uci: string; san: string }[]): void {
    let [grown, here] = [from, place];
    for (const { uci, san } of played) [grown, here] = trees.add(grown, here, uci, san);
    batch(() => {
      setTree(grown);
      setAt(here);
    });
  }
  const play = (uci: string): void => {
    const move = facts()?.legal_moves.find(one => one.uci === uci);
    if (!move) return;
    announce(move.san);
    follow(tree(), at(), [move]);
  };
  const followLine = async (line: PvLine, count: number): Promise<void> => {
    if (threat()) return;
    const { start, moves: before } = history();
    const answer = await ask({ type: 'position', start, moves: [...before, ...line.moves.slice(0, count)] }, 'position').catch(() => undefined);
    if (answer) follow(tree(), at(), answer.facts.moves_played.slice(before.length));
  };
  /** Goes along the moves of a sentence, which begin at this position or at one before it. */
  const followSpoken = async (spoken: SpokenMove[]): Promise<void> => {
    const { start, moves: before } = history();
    const added = spoken.map(move => move.uci);
    for (const back of [0, 1]) {
      if (before.length < back) return;
      const kept = before.slice(0, before.length - back);
      const first = await ask({ type: 'position', start, moves: kept }, 'position').catch(() => undefined);
      if (first?.facts.fen !== spoken[0]?.fen) continue;
      const answer = await ask({ type: 'position', start, moves: [...kept, ...added] }, 'position').catch(() => undefined);
      if (!answer) return;
      const here = trees.path(tree(), at())[kept.length - 1] ?? null;
      return follow(tree(), here, answer.facts.moves_played.slice(kept.length));
    }
  };
  const typed = async (text: string): Promise<boolean> => {
    const { start, moves: before } = history();
    try {
      const answer = await ask({ type: 'position', start, moves: [...before, text.trim()] }, 'position');
      setComplaint(undefined);
      const move = answer.facts.moves_played.at(-1);
      if (move) {
        announce(move.san);
        follow(tree(), at(), [move]);
      }
      return true;
    } catch (error) {
      setComplaint(wordsOf(error));
      return false;
    }
  };

  const step = (by: 1 | -1): void => {
    const here = at();
    const next = by === 1 ? (trees.children(tree(), here)[0] ?? here) : here === null ? null : (tree().nodes[here]?.parent ?? null);
    if (next === here) return;
    setAt(next);
    announce(next === null ? words().start : (tree().nodes[next]?.san ?? ''));
  };
  const glyph = (nag: number | undefined): void => {
    const here = at();
    if (here === null) return;
    const others = tree().nodes[here]?.nags.filter(one => !(one in GLYPHS)) ?? [];
    setTree(trees.change(tree(), here, { nags: nag === undefined ? others : [nag, ...others] }));
  };
  const best = (): void => {
    const line = lines()[0];
    if (line && !threat()) void followLine(line, 1);
  };
  const spoken = (): string => {
    const line = lines()[0];
    return line ? `${line.score}, ${line.san.split(' ').slice(0, 6).join(' ')}` : words().thinking;
  };
  const write = async (): Promise<void> => {
    try {
      setWritten((await ask({ type: 'write', ...trees.toWrite(tree()) }, 'pgn')).pgn);
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };

  const toggleThreat = (): void => {
    if ((facts()?.checkers.length ?? 0) > 0) announce(words().noThreat);
    else batch(() => (setThreat(!threat()), setRunning(true), setLines([])));
  };
  keys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    k: () => step(-1),
    j: () => step(1),
    Home: () => setAt(null),
    End: () => setAt(trees.end(tree(), at())),
    ArrowUp: () => setAt(trees.beside(tree(), at(), -1)),
    ArrowDown: () => setAt(trees.beside(tree(), at(), 1)),
    f: () => setFlipped(!flipped()),
    l: () => setRunning(!running()),
    x: toggleThreat,
    a: () => setPrefs('arrows', !prefs.arrows),
    w: () => setPrefs('words', !prefs.words),
    ' ': best,
    '/': () => moveInput?.focus(),
    ...Object.fromEntries(Object.keys(GLYPHS).map(nag => [nag, () => glyph(Number(nag))])),
  });

  const shapes = createMemo<DrawShape[]>(() =>
    prefs.arrows && shown() === facts()?.fen
      ? lines().flatMap((line, index) => {
          const uci = line.moves[0];
          if (!uci) return [];
          const brush = threat() ? 'red' : index === 0 ? 'green' : 'paleBlue';
          return [{ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush, modifiers: { lineWidth: index === 0 ? 11 : 7 } }];
        })
      : [],
  );
  // While a threat is shown, the bar keeps what it knew.
  const [bar, setBar] = createSignal<{ score: string; chance: number | undefined }>({ score: '', chance: undefined });
  createEffect(() => {
    const line = lines()[0];
    if (line && !threat()) setBar({ score: line.score, chance: expectation(line) });
  });
  const node = () => {
    const here = at();
    return here === null ? undefined : tree().nodes[here];
  };

  return (
    <div class="desk">
      <h1 class="heard">{words().analyse}</h1>
      <div class="stage">
        <Bar expectation={bar().chance} text={bar().score} flipped={flipped()} />
        <Board
          fen={shown()}
          facts={facts()}
          orientation={flipped() ? 'black' : 'white'}
          movable="both"
          shapes={shapes()}
          onMove={play}
          onStep={step}
          evaluation={spoken}
        />
        <div class="steps">
          <button type="button" aria-label={words().first} onClick={() => setAt(null)}>
            «
          </button>
          <button type="button" aria-label={words().back} onClick={() => step(-1)}>
            ‹
          </button>
          <button type="button" aria-label={words().forward} onClick={() => step(1)}>
            ›
          </button>
          <button type="button" aria-label={words().last} onClick={() => setAt(trees.end(tree(), at()))}>
            »
          </button>
          <button type="button" onClick={() => setFlipped(!flipped())}>
            {words().flip}
          </button>
        </div>
      </div>
      <div class="panels">
        <Complaint words={complaint()} />
        <Show when={ready()}>
          <Words start={history().start} moves={history().moves} onMove={spoken => void followSpoken(spoken)} />
        </Show>
        <section class="card" aria-labelledby="engine">
          <div class="row head">
            <h2 id="engine">
              {threat() ? words().threatOf(words().side(facts()?.turn === 'white' ? 'black' : 'white')) : words().engine}
            </h2>
            <button type="button" aria-pressed={running()} onClick={() => setRunning(!running())}>
              {words().engineOn}
            </button>
            <button type="button" aria-pressed={threat()} onClick={toggleThreat}>
              {words().threat}
            </button>
            <button type="button" aria-pressed={prefs.arrows} onClick={() => setPrefs('arrows', !prefs.arrows)}>
              {words().arrows}
            </button>
            <label class="inline">
              {words().lines}{' '}
              <select value={prefs.lines} onChange={event => setPrefs('lines', Number(event.currentTarget.value))}>
                <For each={[1, 2, 3, 4, 5]}>{count => <option value={count}>{count}</option>}</For>
              </select>
            </label>
          </div>
          <Show when={running()} fallback={<p class="faint">{words().engineHidden}</p>}>
            <Lines lines={lines()} wanted={prefs.lines} waiting={place()} onFollow={(line, count) => void followLine(line, count)} />
          </Show>
        </section>
        <section class="card" aria-labelledby="moves">
          <div class="row head">
            <h2 id="moves">{facts()?.opening ? `${facts()?.opening?.eco} ${facts()?.opening?.name}` : words().moves}</h2>
          </div>
          <Show when={titles().length > 0}>
            <label class="inline">
              {words().pickGame}{' '}
              <select onChange={event => void load(source(), Number(event.currentTarget.value))}>
                <For each={titles()}>{(title, index) => <option value={index()}>{title}</option>}</For>
              </select>
            </label>
          </Show>
          <Moves tree={tree()} at={at()} onGo={setAt} />
          <Show when={node()}>
            {here => (
              <div class="row notes">
                <label class="inline">
                  {words().glyph}{' '}
                  <select
                    value={here().nags.find(nag => nag in GLYPHS) ?? ''}
                    onChange={event => glyph(event.currentTarget.value ? Number(event.currentTarget.value) : undefined)}
                  >
                    <option value="">{words().noGlyph}</option>
                    <For each={Object.entries(GLYPHS)}>{([nag, sign]) => <option value={nag}>{sign}</option>}</For>
                  </select>
                </label>
                <input
                  aria-label={words().comment}
                  placeholder={words().comment}
                  value={here().comment}
                  onChange={event => setTree(trees.change(tree(), at() ?? 0, { comment: event.currentTarget.value }))}
                />
                <button type="button" onClick={() => setTree(trees.promote(tree(), at() ?? 0))}>
                  {words().promoteLine}
                </button>
                <button
                  type="button"
                  onClick={() => {
                    const gone = at() ?? 0;
                    const parent = here().parent;
                    batch(() => (setAt(parent), setTree(trees.remove(tree(), gone))));
                  }}
                >
                  {words().deleteLine}
                </button>
              </div>
            )}
          </Show>
          <form
            class="row"
            onSubmit={event => {
              event.preventDefault();
              const input = moveInput;
              if (input?.value.trim()) void typed(input.value).then(good => good && (input.value = ''));
            }}
          >
            <input ref={input => (moveInput = input)} aria-label={words().moveInput} placeholder={words().moveInput} size="12" autocomplete="off" />
            <button type="submit">{words().playMove}</button>
            <a class="button" href={`/play?fen=${encodeURIComponent(shown())}`}>
              {words().playFromHere}
            </a>
          </form>
        </section>
        <Show when={men(shown()).size <= 5}>
          <TableMoves start={history().start} moves={history().moves} onMove={play} />
        </Show>
        <Show when={hello()?.collections.length}>
          <Explorer start={history().start} moves={history().moves} onMove={play} />
        </Show>
        <Evaluation start={history().start} moves={history().moves} />
        <details class="card">
          <summary>
            <h2>{words().tools}</h2>
          </summary>
          <div class="form">
            <label for="fen">{words().fen}</label>
            <div class="row">
              <input id="fen" class="long" readonly value={shown()} onFocus={event => event.currentTarget.select()} />
              <button type="button" onClick={() => void navigator.clipboard.writeText(shown()).then(() => announce(words().copied))}>
                {words().copy}
              </button>
            </div>
            <label for="load">{words().paste}</label>
            <textarea id="load" rows="4" spellcheck={false} />
            <div class="row">
              <button
                type="button"
                onClick={() => {
                  const text = (document.getElementById('load') as HTMLTextAreaElement).value;
                  if (text.trim()) void take(text);
                }}
              >
                {words().load}
              </button>
              <button type="button" onClick={() => begin('startpos')}>
                {words().start}
              </button>
              <button type="button" onClick={() => void take960()}>
                {words().chess960}
              </button>
              <button type="button" onClick={() => void write()}>
                {words().export}
              </button>
            </div>
            <Show when={written()}>
              <label for="pgn">{words().pgn}</label>
              <textarea id="pgn" rows="8" readonly value={written()} />
            </Show>
          </div>
        </details>
      </div>
    </div>
  );

  async function take960(): Promise<void> {
    const number = Math.floor(Math.random() * 960);
    const answer = await ask({ type: 'position', start: `960:${number}`, moves: [] }, 'position').catch(() => undefined);
    if (answer) begin(answer.facts.fen);
  }
}
