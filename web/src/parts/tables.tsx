// What the tablebases say of every move.

import { For, Show, createResource } from 'solid-js';
import { ask, link } from '../socket';
import { words } from '../words';

type Props = { start: string; moves: string[]; onMove: (uci: string) => void };

export function TableMoves(props: Props) {
  const [told] = createResource(
    () => (link() === 'open' ? { start: props.start, moves: props.moves } : undefined),
    async question => ask({ type: 'probe', ...question }, 'probe').catch(() => undefined),
  );
  return (
    <section class="card" aria-labelledby="tables">
      <h2 id="tables">{words().tables}</h2>
      <Show when={told.latest?.moves} fallback={<p class="faint">{words().notInTables(told.latest?.max_men ?? 3)}</p>}>
        {moves => (
          <ol class="tablemoves">
            <For each={moves()}>
              {move => (
                <li data-result={move.result.replace('cursed_', '').replace('blessed_', '')}>
                  <button type="button" class="move" onClick={() => props.onMove(move.uci)}>
                    {move.san}
                  </button>{' '}
                  <span>{words().result(move.result, move.mate)}</span>
                </li>
              )}
            </For>
          </ol>
        )}
      </Show>
    </section>
  );
}
