// What White could expect in the course of a game. Marks are dots; the slider below is the same for keyboards.

import { For } from 'solid-js';
import type { ReviewFacts } from '../types';
import { words } from '../words';

const HEIGHT = 100;
const CLASSES: Record<string, string> = { '?!': 'dubious', '?': 'mistake', '??': 'blunder', '!': 'good' };

export function Graph(props: { review: ReviewFacts; at: number; onGo: (at: number) => void }) {
  const values = (): number[] => [props.review.first_expectation, ...props.review.moves.map(mv => mv.expectation)];
  const width = (): number => Math.max(1, values().length - 1);
  const height = (value: number): number => HEIGHT * (1 - value);
  const path = (): string => values().map((value, x) => `${x ? 'L' : 'M'}${x} ${height(value).toFixed(1)}`).join('');
  const pick = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    props.onGo(Math.round(((event.clientX - box.left) / box.width) * width()));
  };
  return (
    <div class="graph">
      <svg viewBox={`0 0 ${width()} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words().graphOf} onClick={pick}>
        <path class="area" d={`${path()}L${width()} ${HEIGHT}L0 ${HEIGHT}Z`} />
        <path class="middle" d={`M0 50L${width()} 50`} />
        <path class="now" d={`M${props.at} 0L${props.at} ${HEIGHT}`} />
      </svg>
      <div class="dots" aria-hidden="true">
        <For each={props.review.moves}>
          {(mv, index) => mv.mark && <i class={CLASSES[mv.mark]} style={{ left: `${(100 * (index() + 1)) / width()}%`, top: `${height(mv.expectation)}%` }} />}
        </For>
      </div>
      <input
        type="range"
        min="0"
        max={width()}
        value={props.at}
        aria-label={words().moveOfGame}
        aria-valuetext={props.at ? `${props.review.moves[props.at - 1]?.number} ${props.review.moves[props.at - 1]?.played.san}` : words().start}
        onInput={event => props.onGo(Number(event.currentTarget.value))}
      />
    </div>
  );
}
