// Words about a position and the move that led to it. Moves in them can be played through: pressing one goes there.

import { For, Show, createEffect, createSignal, onCleanup } from 'solid-js';
import { prefs, setPrefs } from '../prefs';
import { ask, link } from '../socket';
import type { ExplanationFacts, SentenceFacts, SpokenMove } from '../types';
import { words } from '../words';
import { wordsOf } from './complaint';

/** The engine is asked only when the reader stays. */
const PAUSE = 600;

type Props = {
  start: string;
  moves: string[];
  /** The moves of a sentence up to the one that was pressed. */
  onMove?: (moves: SpokenMove[]) => void;
};

export function Words(props: Props) {
  const [about, setAbout] = createSignal<'last_move' | 'position'>('last_move');
  const [told, setTold] = createSignal<ExplanationFacts>();
  const [fault, setFault] = createSignal<string>();
  const [busy, setBusy] = createSignal(false);
  const what = () => (props.moves.length === 0 ? 'position' : about());

  createEffect(() => {
    const question = { start: props.start, moves: props.moves, about: what(), level: prefs.wordLevel, language: prefs.language };
    if (!prefs.words || link() !== 'open') return;
    setBusy(true);
    let wanted = true;
    const timer = setTimeout(() => {
      ask({ type: 'explain', ...question }, 'explanation').then(
        answer => wanted && (setTold(answer.explanation), setFault(undefined), setBusy(false)),
        error => wanted && (setTold(undefined), setFault(wordsOf(error)), setBusy(false)),
      );
    }, PAUSE);
    onCleanup(() => {
      wanted = false;
      clearTimeout(timer);
    });
  });

  return (
    <section class="card words" aria-labelledby="words" aria-busy={busy()}>
      <div class="row head">
        <h2 id="words">{words().inWords}</h2>
        <Show when={prefs.words}>
          <Show when={props.moves.length > 0}>
            <button type="button" aria-pressed={what() === 'last_move'} onClick={() => setAbout('last_move')}>
              {words().lastMove}
            </button>
            <button type="button" aria-pressed={what() === 'position'} onClick={() => setAbout('position')}>
              {words().thePosition}
            </button>
          </Show>
        </Show>
        <button type="button" aria-pressed={prefs.words} onClick={() => setPrefs('words', !prefs.words)}>
          {words().wordsOn}
        </button>
      </div>
      <Show when={prefs.words}>
        <Show when={fault()}>
          <p class="faint">{fault()}</p>
        </Show>
        <div class="said" classList={{ old: busy() }}>
          <Show when={told()} fallback={<p class="faint">{busy() ? words().thinking : ''}</p>}>
            {facts => (
              <p>
                <For each={facts().sentences} fallback={<span class="faint">{words().nothingToSay}</span>}>
                  {sentence => <Said sentence={sentence} onMove={props.onMove} />}
                </For>
              </p>
            )}
          </Show>
        </div>
      </Show>
    </section>
  );
}

/** A sentence, its moves as buttons where they stand. */
export function Said(props: { sentence: SentenceFacts; onMove?: ((moves: SpokenMove[]) => void) | undefined }) {
  const parts = (): { text: string; move: number | undefined }[] => {
    const found: { text: string; move: number | undefined }[] = [];
    let rest = props.sentence.text;
    props.sentence.moves.forEach((move, index) => {
      const at = rest.indexOf(move.text);
      if (at < 0) return;
      found.push({ text: rest.slice(0, at), move: undefined }, { text: move.text, move: index });
      rest = rest.slice(at + move.text.length);
    });
    return [...found, { text: `${rest} `, move: undefined }];
  };
  return (
    <For each={parts()}>
      {part => (
        <Show when={part.move !== undefined && props.onMove} fallback={part.text}>
          <button type="button" class="move" onClick={() => props.onMove?.(props.sentence.moves.slice(0, (part.move ?? 0) + 1))}>
            {part.text}
          </button>
        </Show>
      )}
    </For>
  );
}
