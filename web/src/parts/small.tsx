// A small board that is only looked at.

import type { Color } from '@lichess-org/chessground/types';
import { For, Show } from 'solid-js';
import { men, squares } from '../chess';

export function Small(props: { fen: string; orientation: Color }) {
  return (
    <div class="small cg-wrap" aria-hidden="true">
      <For each={squares(props.orientation).flat()}>
        {square => {
          const man = () => men(props.fen).get(square);
          return (
            <div classList={{ dark: (square.charCodeAt(0) + Number(square[1])) % 2 === 0 }}>
              <Show when={man()}>{found => <piece class={`${found().color} ${found().role}`} />}</Show>
            </div>
          );
        }}
      </For>
    </div>
  );
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      piece: HTMLAttributes<HTMLElement>;
    }
  }
}
