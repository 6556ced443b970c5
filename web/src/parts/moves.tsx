// The moves of a game with its variations.

import { For, type JSX, Show, createEffect } from 'solid-js';
import { GLYPHS, moveNumber } from '../chess';
import { type Node, type Tree, children } from '../tree';
import { words } from '../words';

type Props = { tree: Tree; at: number | null; onGo: (at: number | null) => void };

export function Moves(props: Props) {
  // A line is walked, not recursed into: games may be long; only variations nest.
  const line = (from: number | null, first: number): JSX.Element[] => {
    const out: JSX.Element[] = [];
    let parent = from;
    let place: number | undefined = first;
    let numbered = true;
    while (place !== undefined) {
      const here: number = place;
      const node: Node | undefined = props.tree.nodes[here];
      if (!node) break;
      const number = moveNumber(start(), node.ply - 1);
      out.push(move(here, numbered || !number.endsWith('...') ? number : ''));
      numbered = false;
      if (node.comment) {
        out.push(<span class="comment">{node.comment}</span>);
        numbered = true;
      }
      const others = children(props.tree, parent);
      if (others[0] === here && others.length > 1) {
        for (const other of others.slice(1)) out.push(<div class="variation">{line(parent, other)}</div>);
        numbered = true;
      }
      parent = here;
      place = node.children[0];
    }
    return out;
  };
  const start = (): string => (props.tree.start === 'startpos' ? '' : props.tree.start);
  const move = (place: number, number: string): JSX.Element => {
    const node = props.tree.nodes[place];
    return (
      <span class="ply">
        <Show when={number}>
          <span class="number">{number}</span>
        </Show>
        <button
          type="button"
          class="move"
          aria-current={props.at === place ? 'true' : undefined}
          onClick={() => props.onGo(place)}
        >
          {node?.san}
          {node?.nags.map(nag => GLYPHS[nag] ?? '').join('')}
        </button>{' '}
      </span>
    );
  };
  let list!: HTMLDivElement;
  createEffect(() => {
    props.at;
    queueMicrotask(() => keepInView(list.querySelector<HTMLElement>('[aria-current]')));
  });
  const first = (): number | undefined => props.tree.first[0];
  return (
    <div class="tree" ref={list} role="group" aria-label={words().moves}>
      <Show when={props.tree.comment}>
        <p class="comment">{props.tree.comment}</p>
      </Show>
      <Show when={first() !== undefined} fallback={<p class="faint">{words().noMoves}</p>}>
        <For each={[props.tree]}>{() => line(null, first() ?? 0)}</For>
      </Show>
    </div>
  );
}

/** Scrolls the list, and never the page. */
function keepInView(button: HTMLElement | null): void {
  const list = button?.closest<HTMLElement>('.tree');
  if (!button || !list) return;
  const [top, bottom] = [button.offsetTop - list.offsetTop, button.offsetTop - list.offsetTop + button.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 8;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
}
