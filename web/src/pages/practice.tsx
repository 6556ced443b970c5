// One's own mistakes, asked again until they stay away.

import { For, Show, createEffect, createSignal, on } from 'solid-js';
import { announce } from '../announce';
import { keys } from '../keys';
import { Board } from '../parts/board';
import { Complaint, wordsOf } from '../parts/complaint';
import { ask, link } from '../socket';
import { sound } from '../sound';
import type { CardFacts, CardGrade, PositionFacts, PracticeFacts } from '../types';
import { words } from '../words';

export function Practice() {
  const [told, setTold] = createSignal<PracticeFacts>();
  const [facts, setFacts] = createSignal<PositionFacts>();
  const [hints, setHints] = createSignal(0);
  const [wrong, setWrong] = createSignal(0);
  const [said, setSaid] = createSignal('');
  const [grade, setGrade] = createSignal<CardGrade>();
  const [flipped, setFlipped] = createSignal(false);
  const [complaint, setComplaint] = createSignal<string>();
  const card = (): CardFacts | undefined => told()?.card ?? undefined;

  createEffect(
    on(link, now => {
      if (now !== 'open' || told()) return;
      ask({ type: 'practice' }, 'practice').then(answer => begin(answer.practice), error => setComplaint(wordsOf(error)));
    }),
  );
  const begin = (practice: PracticeFacts): void => {
    setTold(practice);
    setFacts(undefined);
    setHints(0);
    setWrong(0);
    setSaid('');
    setGrade(undefined);
    const next = practice.card;
    if (!next) return;
    announce(words().toMove(words().side(next.side)));
    ask({ type: 'position', start: next.fen, moves: [] }, 'position').then(answer => setFacts(answer.facts), error => setComplaint(wordsOf(error)));
  };
  const say = (text: string): void => {
    setSaid(text);
    announce(text);
  };
  const attempt = async (mv: string): Promise<void> => {
    const here = card();
    if (!here || grade()) return;
    const san = facts()?.legal_moves.find(one => one.uci === mv)?.san ?? mv;
    setSaid(words().thinking);
    try {
      const { judged, loss } = await ask({ type: 'try', card: here.card, mv }, 'judged');
      if (judged === 'right') {
        // As on the command line: one wrong move or a hint is help, more is not found.
        setGrade(wrong() === 0 && hints() === 0 ? 'found' : wrong() <= 1 ? 'helped' : 'missed');
      } else setWrong(wrong() + 1);
      sound(judged === 'right' ? 'right' : 'wrong');
      say(words().judged(judged, san, loss));
    } catch (error) {
      setSaid('');
      setComplaint(wordsOf(error));
    }
    setFacts(facts() && { ...(facts() as PositionFacts) });
  };
  /** The card's hints, then the man, then the move. */
  const hint = (): void => {
    const here = card();
    if (!here) return;
    const given = here.hints[hints()] ?? (hints() <= here.hints.length && here.hints.length === 0 && hints() === 0 ? words().lookAt(here.best.uci.slice(0, 2)) : words().hintIs(here.best.san));
    setHints(hints() + 1);
    say(given);
  };
  const next = async (): Promise<void> => {
    const [here, how] = [card(), grade()];
    if (!here || !how) return;
    try {
      const answer = await ask({ type: 'grade', card: here.card, grade: how }, 'practice');
      begin(answer.practice);
      if (answer.practice.again) announce(words().again(answer.practice.again));
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  keys({ f: () => setFlipped(!flipped()) });

  return (
    <Show
      when={card()}
      fallback={
        <div class="text">
          <h1>{words().practice}</h1>
          <Complaint words={complaint()} />
          <Show when={told()}>
            {now => <p class="lead">{now().all === 0 ? words().noCards : words().nothingDue(now().all, now().known)}</p>}
          </Show>
          <p>
            <a class="button" href="/review">{words().review}</a>
          </p>
        </div>
      }
    >
      {here => (
        <div class="desk">
          <div class="stage nobar">
            <Board
              fen={here().fen}
              facts={facts()}
              orientation={(here().side === 'white') === flipped() ? 'black' : 'white'}
              movable={grade() ? undefined : here().side}
              onMove={uci => void attempt(uci)}
            />
            <div class="steps">
              <button type="button" onClick={() => setFlipped(!flipped())}>
                {words().flip}
              </button>
            </div>
          </div>
          <div class="panels">
            <h1>{words().practice}</h1>
            <p class="faint">{words().cardCounts(told()?.due ?? 0, told()?.all ?? 0, told()?.known ?? 0)}</p>
            <Complaint words={complaint()} />
            <section class="card state">
              <p class="turn">{words().toMove(words().side(here().side))}</p>
              <Show when={said()}>
                <p class="said">{said()}</p>
              </Show>
              <Show
                when={grade()}
                fallback={
                  <div class="row">
                    <button type="button" onClick={hint}>
                      {words().hint}
                    </button>
                    <button type="button" onClick={() => (setGrade('missed'), say(words().hintIs(here().best.san)))}>
                      {words().showAnswer}
                    </button>
                  </div>
                }
              >
                <Show when={here().is_herring} fallback={<p class="said">{words().wasPlayed(here().played.san)} {words().better(here().line)}</p>}>
                  <p class="said">{words().herring(here().played.san)}</p>
                </Show>
                <For each={here().words}>{text => <p class="said">{text}</p>}</For>
                <p class="faint">{here().source}</p>
                <div class="row">
                  <button type="button" class="main" ref={button => queueMicrotask(() => button.focus())} onClick={() => void next()}>
                    {words().nextCard}
                  </button>
                </div>
              </Show>
            </section>
          </div>
        </div>
      )}
    </Show>
  );
}
