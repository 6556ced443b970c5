// A game against the engine.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Color, Key } from '@lichess-org/chessground/types';
import { For, Match, Show, Switch, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { announce } from '../announce';
import { clockText } from '../chess';
import { setIncoming } from '../incoming';
import { keys } from '../keys';
import { Board } from '../parts/board';
import { Complaint, wordsOf } from '../parts/complaint';
import { Moves } from '../parts/moves';
import { Said } from '../parts/spoken';
import { prefs, setPrefs } from '../prefs';
import { detail, go, query } from '../router';
import { save as download } from '../save';
import { analyse, ask, watchGame } from '../socket';
import { sound, soundOf } from '../sound';
import * as trees from '../tree';
import type { ClockTerms, ExplanationFacts, GameFacts, Limit, Order } from '../types';
import { words } from '../words';

/** How far the engine looks, from gentle to merciless. */
const LEVELS: Limit[] = [{ nodes: 30 }, { nodes: 300 }, { nodes: 3000 }, { nodes: 50_000 }, { time: 2000 }];
const CLOCKS: (ClockTerms | null)[] = [
  null,
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 3 },
  { seconds: 600, increment: 5 },
  { seconds: 1800, increment: 20 },
];
/** So long may a hint take. */
const HINT_TIME = 1000;

const levelText = (level: Limit): string =>
  'nodes' in level
    ? words().levelNodes(level.nodes.toLocaleString(prefs.language))
    : 'time' in level
      ? words().levelTime(level.time / 1000)
      : '';

export function Play() {
  return (
    <Show when={detail()} fallback={<Setup />} keyed>
      {game => <Table name={game} />}
    </Show>
  );
}

function Setup() {
  const [side, setSide] = createSignal<Color | 'random'>('white');
  const [level, setLevel] = createSignal(1);
  const [clock, setClock] = createSignal(0);
  const [start, setStart] = createSignal(query('fen') ?? '');
  const [complaint, setComplaint] = createSignal<string>();
  const [busy, setBusy] = createSignal(false);

  const begin = async (): Promise<void> => {
    const chosen = side();
    const mine = chosen === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : chosen;
    setBusy(true);
    setComplaint(undefined);
    try {
      const answer = await ask(
        {
          type: 'new_game',
          start: start().trim() || 'startpos',
          side: mine,
          name: prefs.name,
          level: LEVELS[level()] ?? { nodes: 300 },
          clock: CLOCKS[clock()] ?? null,
        },
        'game',
      );
      go(`/play/${answer.game.game}`);
    } catch (error) {
      setComplaint(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div class="text">
      <h1>{words().newGame}</h1>
      <form
        class="card form"
        onSubmit={event => {
          event.preventDefault();
          void begin();
        }}
      >
        <fieldset>
          <legend>{words().yourSide}</legend>
          <For each={['white', 'random', 'black'] as const}>
            {value => (
              <label class="choice">
                <input type="radio" name="side" checked={side() === value} onChange={() => setSide(value)} />
                {words()[value]}
              </label>
            )}
          </For>
        </fieldset>
        <fieldset>
          <legend>{words().level}</legend>
          <For each={words().levels}>
            {(name, index) => (
              <label class="choice">
                <input type="radio" name="level" checked={level() === index()} onChange={() => setLevel(index())} />
                {name}
              </label>
            )}
          </For>
          <p class="faint">{words().levelHint(levelText(LEVELS[level()] ?? { nodes: 300 }))}</p>
        </fieldset>
        <fieldset>
          <legend>{words().clock}</legend>
          <For each={CLOCKS}>
            {(terms, index) => (
              <label class="choice">
                <input type="radio" name="clock" checked={clock() === index()} onChange={() => setClock(index())} />
                {terms ? words().minutes(terms.seconds / 60, terms.increment) : words().noClock}
              </label>
            )}
          </For>
        </fieldset>
        <label for="from">{words().from}</label>
        <div class="row">
          <input id="from" class="long" spellcheck={false} placeholder={words().start} value={start()} onInput={event => setStart(event.currentTarget.value)} />
          <button type="button" onClick={() => setStart(`960:${Math.floor(Math.random() * 960)}`)}>
            {words().chess960}
          </button>
        </div>
        <label for="name">{words().yourName}</label>
        <input id="name" maxlength="40" placeholder={words().you} value={prefs.name} onInput={event => setPrefs('name', event.currentTarget.value)} />
        <Complaint words={complaint()} />
        <div class="row">
          <button type="submit" class="main" disabled={busy()}>
            {words().begin}
          </button>
        </div>
      </form>
    </div>
  );
}

function Table(props: { name: string }) {
  const [game, setGame] = createSignal<GameFacts>();
  const [complaint, setComplaint] = createSignal<string>();
  const [flipped, setFlipped] = createSignal(false);
  const [hint, setHint] = createSignal<{ uci: string; san: string }>();
  const [said, setSaid] = createSignal<ExplanationFacts>();
  const [resigning, setResigning] = createSignal(false);
  const [objection, setObjection] = createSignal<string>();
  const [doubt, setDoubt] = createSignal<{ mv: string; san: string; words: string }>();
  const [looking, setLooking] = createSignal<number | null>(null);
  const [heard, setHeard] = createSignal(Date.now());
  const [now, setNow] = createSignal(Date.now());

  const plies = (): number => game()?.position.moves_played.length ?? 0;
  const take = (fresh: GameFacts): void => {
    const before = game();
    setGame(fresh);
    setHeard(Date.now());
    setNow(Date.now());
    const last = fresh.position.moves_played;
    if (last.length !== before?.position.moves_played.length) {
      setSaid(undefined);
      setDoubt(undefined);
      setObjection(undefined);
    }
    if (before && last.length > before.position.moves_played.length) {
      setHint(undefined);
      setLooking(null);
      const mv = last.at(-1);
      // Who has moved is not to move.
      const mover = fresh.position.turn === fresh.side ? 'Quevedo' : words().you;
      if (mv) {
        announce(words().played(mover, mv.san));
        soundOf(mv.san);
      }
    } else if (before && last.length < before.position.moves_played.length) {
      setHint(undefined);
      setLooking(null);
    }
    if (fresh.end && before && !before.end) {
      announce(verdict(fresh));
      sound('end');
    }
  };
  onCleanup(watchGame(props.name, take));
  ask({ type: 'open_game', game: props.name }, 'game').then(
    answer => take(answer.game),
    error => setComplaint(wordsOf(error)),
  );

  const verdict = (facts: GameFacts): string =>
    facts.end ? words().ended(facts.end.result, facts.end.cause, facts.end.cause === 'rules' ? facts.position.state : '', facts.side) : '';

  const attempt = async (question: Promise<{ game: GameFacts }>): Promise<void> => {
    setComplaint(undefined);
    try {
      take((await question).game);
    } catch (error) {
      setComplaint(wordsOf(error));
      // The board shows what is, and not what was wished.
      setGame(game() && { ...(game() as GameFacts) });
    }
  };
  const move = (mv: string): void => {
    setDoubt(undefined);
    void attempt(ask({ type: 'move', game: props.name, mv, ply: plies() }, 'game'));
  };
  /** The guard looks at a move before it is played, if it is wanted. */
  const play = async (mv: string): Promise<void> => {
    const facts = game();
    if (!prefs.guard || !facts || doubt()?.mv === mv) return move(mv);
    const played = facts.position.moves_played.map(one => one.uci);
    const question = { start: facts.start, moves: [...played, mv], language: prefs.language };
    const told = await ask({ type: 'guard', ...question }, 'guarded').catch(() => undefined);
    if (plies() !== played.length) return;
    if (!told?.objection) return move(mv);
    const san = facts.position.legal_moves.find(one => one.uci === mv)?.san ?? mv;
    setDoubt({ mv, san, words: told.objection });
    setGame({ ...facts });
    announce(words().wait(san));
  };
  const order = (what: Exclude<Order, 'pgn'>): void => {
    setResigning(false);
    void attempt(ask({ type: 'order', game: props.name, order: what }, 'game'));
  };

  // Earlier positions can be looked at while the game goes on.
  const tree = createMemo(() => {
    const facts = game();
    let [grown, at] = [trees.empty(facts?.start ?? 'startpos'), null as number | null];
    for (const { uci, san } of facts?.position.moves_played ?? []) [grown, at] = trees.add(grown, at, uci, san);
    return grown;
  });
  const [past, setPast] = createSignal<{ fen: string; last: number }>();
  createEffect(
    on([looking, game], ([place, facts]) => {
      if (place === null || !facts) return setPast(undefined);
      const moves = facts.position.moves_played.slice(0, place).map(mv => mv.uci);
      void ask({ type: 'position', start: facts.start, moves }, 'position').then(
        answer => looking() === place && setPast({ fen: answer.facts.fen, last: place }),
        () => setPast(undefined),
      );
    }),
  );
  const seen = (): number => looking() ?? plies();
  const step = (by: 1 | -1): void => {
    const next = Math.min(plies(), Math.max(0, seen() + by));
    setLooking(next === plies() ? null : next);
    announce(next === 0 ? words().start : (game()?.position.moves_played[next - 1]?.san ?? ''));
  };

  const ask4hint = (): void => {
    const facts = game();
    if (!facts || facts.turn !== 'you') return;
    const moves = facts.position.moves_played.map(mv => mv.uci);
    analyse(
      { start: facts.start, moves, lines: 1, limit: { time: HINT_TIME }, threat: false },
      {
        lines: lines => {
          const uci = lines[0]?.moves[0];
          const found = facts.position.legal_moves.find(mv => mv.uci === uci);
          if (plies() === moves.length) setHint(found);
        },
        done: () => {
          const found = hint();
          if (found) announce(words().hintIs(found.san));
        },
      },
    );
  };
  /** Words about the person's last move, or the engine's. */
  const why = async (whose: 'mine' | 'engine'): Promise<void> => {
    const facts = game();
    if (!facts) return;
    const played = facts.position.moves_played.map(mv => mv.uci);
    // After one's own move the engine has moved, unless the game is over or it is still thinking.
    const moves = (whose === 'mine') === (facts.position.turn === facts.side) ? played.slice(0, -1) : played;
    try {
      const question = { start: facts.start, moves, level: prefs.wordLevel, language: prefs.language };
      const answer = await ask({ type: 'explain', about: 'last_move', ...question }, 'explanation');
      if (plies() !== played.length) return;
      setSaid(answer.explanation);
      announce(answer.explanation.sentences.map(one => one.text).join(' ') || words().nothingToSay);
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  const myMoves = (): number => {
    const facts = game();
    if (!facts) return 0;
    return plies() - (facts.position.turn === facts.side ? 1 : 0);
  };
  const save = async (): Promise<void> => {
    const answer = await ask({ type: 'order', game: props.name, order: 'pgn' }, 'pgn').catch(() => undefined);
    if (!answer) return;
    download(`quevedo-${props.name}.pgn`, answer.pgn, 'application/x-chess-pgn');
  };
  const look = async (page: string): Promise<void> => {
    const answer = await ask({ type: 'order', game: props.name, order: 'pgn' }, 'pgn').catch(() => undefined);
    if (!answer) return;
    setIncoming({ pgn: answer.pgn, game: 0 });
    go(page);
  };

  keys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    k: () => step(-1),
    j: () => step(1),
    Home: () => setLooking(plies() ? 0 : null),
    End: () => setLooking(null),
    f: () => setFlipped(!flipped()),
  });

  const ticking = setInterval(() => setNow(Date.now()), 200);
  onCleanup(() => clearInterval(ticking));
  const left = (color: Color): number | undefined => {
    const facts = game();
    if (!facts?.left) return undefined;
    const runs = facts.turn !== 'nobody' && facts.position.turn === color;
    return facts.left[color] - (runs ? now() - heard() : 0);
  };
  const mine = (): Color => game()?.side ?? 'white';
  const orientation = (): Color => (flipped() === (mine() === 'white') ? 'black' : 'white');
  const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');
  const shapes = createMemo<DrawShape[]>(() => {
    const found = hint();
    return found ? [{ orig: found.uci.slice(0, 2) as Key, dest: found.uci.slice(2, 4) as Key, brush: 'green' }] : [];
  });

  const player = (color: Color) => (
    <p class="player">
      <span class="dot" data-side={color} aria-hidden="true" />
      <strong>{color === mine() ? prefs.name || words().you : 'Quevedo'}</strong>
      <span class="faint">{words().side(color)}</span>
      <Show when={left(color) !== undefined}>
        <span class="clock" data-low={(left(color) ?? 0) < 20_000 ? '' : undefined} role="timer">
          {clockText(left(color) ?? 0)}
        </span>
      </Show>
    </p>
  );

  return (
    <Show when={game()} fallback={<div class="text"><Complaint words={complaint()} /><Show when={complaint()}><p><a href="/play">{words().newGame}</a></p></Show></div>}>
      {facts => (
        <div class="desk">
          <h1 class="heard">{words().play}</h1>
          <div class="stage nobar">
            {player(other(orientation()))}
            <Board
              fen={past()?.fen ?? facts().position.fen}
              facts={past() ? undefined : facts().position}
              orientation={orientation()}
              movable={facts().turn === 'you' && !past() ? mine() : undefined}
              shapes={past() ? [] : shapes()}
              onMove={mv => void play(mv)}
              onStep={step}
            />
            {player(orientation())}
            <div class="steps">
              <button type="button" aria-label={words().back} onClick={() => step(-1)}>
                ‹
              </button>
              <button type="button" aria-label={words().forward} onClick={() => step(1)}>
                ›
              </button>
              <button type="button" onClick={() => setFlipped(!flipped())}>
                {words().flip}
              </button>
            </div>
          </div>
          <div class="panels">
            <section class="card state" aria-live="off">
              <p class="turn">
                <Switch fallback={words().yourTurn}>
                  <Match when={facts().end}>{verdict(facts())}</Match>
                  <Match when={facts().turn === 'engine'}>{words().engineTurn}</Match>
                  <Match when={hint()}>{found => <>{words().hintIs(found().san)}</>}</Match>
                  <Match when={facts().draw_declined}>{words().declined}</Match>
                  <Match when={facts().position.checkers.length > 0}>{words().inCheck}</Match>
                </Switch>
              </p>
              <Complaint words={complaint() ?? facts().fault ?? undefined} />
              <Show when={doubt()}>
                {one => (
                  <div class="doubt" role="group" aria-label={words().guard}>
                    <p class="said">{words().wait(one().san)}</p>
                    <div class="row">
                      <button type="button" class="main" ref={button => queueMicrotask(() => button.focus())} onClick={() => setDoubt(undefined)}>
                        {words().thinkAgain}
                      </button>
                      <button type="button" onClick={() => (setObjection(one().words), setDoubt(undefined))}>
                        {words().whyNot}
                      </button>
                      <button type="button" onClick={() => move(one().mv)}>
                        {words().playAnyway}
                      </button>
                    </div>
                  </div>
                )}
              </Show>
              <Show when={objection()}>
                <p class="said">{objection()}</p>
              </Show>
              <Show when={said()}>
                {told => (
                  <p class="said">
                    <For each={told().sentences} fallback={words().nothingToSay}>
                      {sentence => <Said sentence={sentence} />}
                    </For>
                  </p>
                )}
              </Show>
              <div class="row">
                <button type="button" disabled={plies() === 0} onClick={() => order('take_back')}>
                  {words().takeBack}
                </button>
                <button type="button" disabled={myMoves() < 1 || facts().turn === 'engine'} onClick={() => void why('mine')}>
                  {words().why}
                </button>
                <button type="button" disabled={plies() < (mine() === 'white' ? 2 : 1) || facts().turn === 'engine'} onClick={() => void why('engine')}>
                  {words().whyEngine}
                </button>
                <Show when={!facts().end}>
                  <button type="button" disabled={facts().turn !== 'you'} onClick={ask4hint}>
                    {words().hint}
                  </button>
                  <button type="button" disabled={facts().turn !== 'you'} onClick={() => order('draw')}>
                    {facts().position.claim ? words().claimDraw : words().offerDraw}
                  </button>
                  <Show
                    when={resigning()}
                    fallback={
                      <button type="button" onClick={() => setResigning(true)}>
                        {words().resign}
                      </button>
                    }
                  >
                    <button type="button" class="danger" onClick={() => order('resign')}>
                      {words().sure}
                    </button>
                    <button type="button" onClick={() => setResigning(false)}>
                      {words().keepPlaying}
                    </button>
                  </Show>
                </Show>
                <Show when={facts().end}>
                  <button type="button" class="main" onClick={() => void look('/review')}>
                    {words().reviewIt}
                  </button>
                  <a class="button" href="/play">
                    {words().newGame}
                  </a>
                </Show>
              </div>
            </section>
            <section class="card" aria-labelledby="moves">
              <h2 id="moves">{facts().position.opening ? `${facts().position.opening?.eco} ${facts().position.opening?.name}` : words().moves}</h2>
              <Moves tree={tree()} at={seen() === 0 ? null : seen() - 1} onGo={at => setLooking(at === null || at + 1 === plies() ? null : at + 1)} />
              <div class="row">
                <button type="button" onClick={() => void save()}>
                  {words().savePgn}
                </button>
                <button type="button" onClick={() => void look('/analyse')}>
                  {words().analyseGame}
                </button>
              </div>
            </section>
            <label class="check">
              <input type="checkbox" checked={prefs.guard} onChange={event => setPrefs('guard', event.currentTarget.checked)} />
              {words().guardMe}
            </label>
            <p class="faint">
              {words().level}: {levelText(facts().level)}
            </p>
          </div>
        </div>
      )}
    </Show>
  );
}
