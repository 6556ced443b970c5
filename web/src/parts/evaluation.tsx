// What a position looks like it is worth without a search: term by term, and man by man. Asked for only while it is open.

import { For, Show, createResource, createSignal } from 'solid-js';
import { ask, link } from '../socket';
import type { EvaluationFacts, TermFacts } from '../types';
import { words } from '../words';

const pawns = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

export function Evaluation(props: { start: string; moves: string[] }) {
  const [open, setOpen] = createSignal(false);
  const [facts] = createResource(
    () => (open() && link() === 'open' ? { start: props.start, moves: props.moves } : undefined),
    async question => (await ask({ type: 'evaluate', ...question }, 'evaluation').catch(() => undefined))?.evaluation,
  );
  const shown = (): EvaluationFacts | undefined => facts.latest;
  // What makes a difference first.
  const terms = (): TermFacts[] =>
    [...(shown()?.terms ?? [])].sort((one, other) => Math.abs(other.white - other.black) - Math.abs(one.white - one.black));
  return (
    <details class="card" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{words().evaluation}</h2>
      </summary>
      <Show when={shown()}>
        {told => (
          <>
            <p>{words().evaluationLead(pawns(told().network ?? told().classical))}</p>
            <p class="faint">{told().is_known_ending ? words().evaluationKnown : words().evaluationClassical(pawns(told().classical))}</p>
            <div class="scroll" tabindex="0" role="region" aria-label={words().evaluation}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words().evaluationTerm}</th>
                    <th scope="col">{words().white}</th>
                    <th scope="col">{words().black}</th>
                    <th scope="col">±</th>
                  </tr>
                </thead>
                <tbody>
                  <For each={terms()}>
                    {term => (
                      <tr>
                        <th scope="row" title={term.means}>
                          {term.name} <span class="faint">{term.group}</span>
                        </th>
                        <td>{term.white.toFixed(2)}</td>
                        <td>{term.black.toFixed(2)}</td>
                        <td class="sum">{pawns(term.white - term.black)}</td>
                      </tr>
                    )}
                  </For>
                </tbody>
              </table>
            </div>
            <Show when={told().men.length > 0}>
              <h3>{words().menWorth}</h3>
              <ul class="worths">
                <For each={[...told().men].sort((one, other) => Math.abs(other.worth) - Math.abs(one.worth))}>
                  {man => (
                    <li>
                      <b>{man.square}</b> {pawns(man.worth)}
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </>
        )}
      </Show>
    </details>
  );
}
