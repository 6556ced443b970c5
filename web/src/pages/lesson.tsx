// A lesson in an ending: the rules, a move, what it was worth and why, and the most stubborn reply.

import { For, Show, createEffect, createSignal, on, onCleanup } from 'solid-js';
import { announce } from '../announce';
import { keys } from '../keys';
import { Board } from '../parts/board';
import { Complaint, wordsOf } from '../parts/complaint';
import { prefs } from '../prefs';
import { detail, query } from '../router';
import { ask, link } from '../socket';
import { sound, soundOf } from '../sound';
import type { AdviceFacts, Hardness, LessonFacts, PositionFacts } from '../types';
import { words } from '../words';

const METHODS = ['KQK', 'KRK', 'KBBK', 'KBNK', 'KPK', 'TORRES'];
/** So long is each move of the method shown. */
const PACE = 1100;

export function Lesson() {
  const ending = (): string => detail().toUpperCase();
  const [lesson, setLesson] = createSignal<LessonFacts>();
  const [moves, setMoves] = createSignal<string[]>([]);
  const [facts, setFacts] = createSignal<PositionFacts>();
  const [hints, setHints] = createSignal(0);
  const [hardness, setHardness] = createSignal<Hardness>('easy');
  const [showing, setShowing] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [flipped, setFlipped] = createSignal(false);
  const [complaint, setComplaint] = createSignal<string>();

  const load = async (start: string | null, played: string[]): Promise<boolean> => {
    setBusy(true);
    setComplaint(undefined);
    try {
      const question = { ending: ending(), start, hardness: hardness(), moves: played, language: prefs.language };
      const told = (await ask({ type: 'lesson', ...question }, 'lesson')).lesson;
      const { facts } = await ask({ type: 'position', start: told.fen, moves: [] }, 'position');
      const last = told.answers.at(-1);
      setLesson(told);
      setMoves(played);
      setFacts({ ...facts, moves_played: last ? [{ uci: last.last, san: last.reply ?? last.san }] : [] });
      setHints(0);
      return true;
    } catch (error) {
      setComplaint(wordsOf(error));
      setFacts(facts() && { ...(facts() as PositionFacts) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  createEffect(on([ending, link], ([, now]) => now === 'open' && lesson()?.ending !== ending() && void load(query('fen'), [])));
  // The same lesson in the other language.
  createEffect(on(() => prefs.language, () => lesson() && void load(lesson()?.start ?? null, moves()), { defer: true }));

  const play = async (uci: string): Promise<void> => {
    const here = lesson();
    if (!here || !(await load(here.start, [...moves(), uci]))) return;
    const answer = lesson()?.answers.at(-1);
    if (!answer) return;
    if (answer.worth === 'throws_away') sound('wrong');
    else if (lesson()?.conclusion) sound('end');
    else soundOf(answer.reply ?? answer.san);
    announce([answer.words, answer.reply && words().defends(answer.reply), ended()].filter(Boolean).join(' '));
  };
  const back = (): void => {
    stop();
    const here = lesson();
    if (here && moves().length) void load(here.start, moves().slice(0, -1));
  };
  const part = (advice: AdviceFacts): string => {
    const rule = lesson()?.parts[advice.part - 1];
    return rule ? `${advice.part}. ${rule.name}: ${rule.words}.` : '';
  };
  const hint = (): void => {
    const advice = lesson()?.advice;
    if (!advice) return;
    setHints(hints() + 1);
    announce(hints() === 1 ? part(advice) : words().hintIs(advice.mv.san));
  };
  // The method plays the rest, move by move.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    setShowing(false);
  };
  const show = async (): Promise<void> => {
    const advice = lesson()?.advice;
    if (!showing() || !advice) return stop();
    await play(advice.mv.uci);
    timer = setTimeout(() => void show(), PACE);
  };
  onCleanup(stop);
  const ended = (): string => {
    const here = lesson();
    return here?.conclusion ? words().lessonEnds(here.conclusion, here.answers.length) : '';
  };
  keys({ ArrowLeft: back, k: back, f: () => setFlipped(!flipped()) });

  return (
    <div class="desk">
      <div class="stage nobar">
        <Board
          fen={lesson()?.fen ?? '8/8/8/8/8/8/8/8'}
          facts={facts()}
          orientation={(lesson()?.side === 'black') === flipped() ? 'white' : 'black'}
          movable={lesson()?.conclusion || showing() || busy() ? undefined : lesson()?.side}
          onMove={uci => void play(uci)}
          onStep={by => by === -1 && back()}
        />
        <div class="steps">
          <button type="button" disabled={moves().length === 0} onClick={back}>
            {words().takeBack}
          </button>
          <button type="button" onClick={() => setFlipped(!flipped())}>
            {words().flip}
          </button>
          <button type="button" disabled={busy()} onClick={() => (stop(), void load(null, []))}>
            {words().anotherPosition}
          </button>
          <label class="inline">
            {words().hardness}{' '}
            <select value={hardness()} onChange={event => setHardness(event.currentTarget.value as Hardness)}>
              <For each={['easy', 'medium', 'hard'] as const}>{value => <option value={value}>{words().hardnesses[value]}</option>}</For>
            </select>
          </label>
        </div>
      </div>
      <div class="panels">
        <nav class="row" aria-label={words().lessons}>
          <For each={METHODS}>
            {name => (
              <a class="button" href={`/endgames/${name}`} aria-current={ending() === name ? 'page' : undefined}>
                {words().ending(name)}
              </a>
            )}
          </For>
          <a class="button" href="/endgames">
            {words().tables}
          </a>
        </nav>
        <Complaint words={complaint()} />
        <Show when={lesson()} fallback={<p class="faint">{busy() ? words().workingOut : ''}</p>}>
          {here => (
            <>
              <h1>{here().title}</h1>
              <p class="prose">{here().idea}</p>
              <section class="card state" aria-busy={busy()}>
                <p class="turn">
                  {ended() || words().toMove(words().side(here().side))} <Show when={here().advice}>{advice => <span class="faint">{words().within(advice().within, advice().best)}</span>}</Show>
                </p>
                <Show when={here().answers.at(-1)}>
                  {answer => (
                    <p class="said" data-worth={answer().worth}>
                      {answer().words} {answer().reply && words().defends(answer().reply ?? '')}
                    </p>
                  )}
                </Show>
                <Show when={hints() > 0 && here().advice}>
                  {advice => (
                    <p class="said">
                      {part(advice())} {hints() > 1 ? words().hintIs(advice().mv.san) : ''}
                    </p>
                  )}
                </Show>
                <div class="row">
                  <button type="button" disabled={!here().advice} onClick={hint}>
                    {words().hint}
                  </button>
                  <button
                    type="button"
                    aria-pressed={showing()}
                    disabled={!here().advice}
                    onClick={() => (showing() ? stop() : (setShowing(true), void show()))}
                  >
                    {words().playOut}
                  </button>
                </div>
              </section>
              <section class="card" aria-labelledby="method">
                <h2 id="method">{here().is_chain ? words().goals : words().rules}</h2>
                <ol class="rules">
                  <For each={here().parts}>
                    {(one, index) => (
                      <li aria-current={hints() > 0 && here().advice?.part === index() + 1 ? 'true' : undefined}>
                        <b>{one.name}</b>: {one.words}
                      </li>
                    )}
                  </For>
                </ol>
              </section>
              <Show when={here().answers.length > 0}>
                <section class="card" aria-labelledby="played">
                  <h2 id="played">{words().moves}</h2>
                  <ol class="rules">
                    <For each={here().answers}>
                      {answer => (
                        <li>
                          <b>{answer.san}</b> {answer.reply} <span class="faint">{answer.words}</span>
                        </li>
                      )}
                    </For>
                  </ol>
                </section>
              </Show>
            </>
          )}
        </Show>
      </div>
    </div>
  );
}
