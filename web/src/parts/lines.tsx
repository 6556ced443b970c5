// The engine's lines: numbers people know first, the machine's numbers small.

import { For, Index, Show } from 'solid-js';
import { lineMoves, short } from '../chess';
import type { PvLine } from '../types';
import { words } from '../words';

type Props = {
  lines: PvLine[];
  wanted: number;
  waiting: number | undefined;
  /** Goes so many moves along a line. */
  onFollow: (line: PvLine, moves: number) => void;
};

export function percent(line: PvLine): string {
  return line.wdl ? `${Math.round((line.wdl.win + line.wdl.draw / 2) / 10)} %` : '';
}

export function Lines(props: Props) {
  const first = (): PvLine | undefined => props.lines[0];
  return (
    <div class="lines">
      <ol style={{ '--lines': String(props.wanted) }}>
        <For each={[...Array(props.wanted).keys()]}>
          {place => (
            <li>
              <Show when={props.lines[place]} fallback={<span class="faint">…</span>}>
                {line => (
                  <>
                    <span class="score" data-side={line().score.startsWith('-') ? 'black' : 'white'}>
                      {line().score}
                    </span>
                    <span class="chance">{percent(line())}</span>
                    <span class="moves">
                      <Index each={lineMoves(line())}>
                        {(move, index) => (
                          <>
                            <Show when={move().number}>
                              <span class="number">{move().number} </span>
                            </Show>
                            <button
                              type="button"
                              class="move"
                              tabindex={index === 0 ? 0 : -1}
                              onClick={() => props.onFollow(line(), index + 1)}
                            >
                              {move().san}
                            </button>{' '}
                          </>
                        )}
                      </Index>
                    </span>
                  </>
                )}
              </Show>
            </li>
          )}
        </For>
      </ol>
      <p class="machine">
        <Show when={props.waiting === undefined} fallback={words().waiting(props.waiting ?? 0)}>
          <Show when={first()} fallback={words().thinking}>
            {line => <>{words().machine(line().depth, short(line().nodes), short(line().nodes_per_second))}</>}
          </Show>
        </Show>
      </p>
    </div>
  );
}
