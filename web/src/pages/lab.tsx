// The laboratory: what the experiments have found out, and trees that algorithms visit.

import { For, Show, createEffect, createResource, createSignal } from 'solid-js';
import { Complaint, wordsOf } from '../parts/complaint';
import { detail, query } from '../router';
import { ask, link } from '../socket';
import type { GrownFacts, LabNode } from '../types';
import { words } from '../words';

export function Lab() {
  return (
    <Show when={detail()} fallback={<Bench />} keyed>
      {name => <Experiment name={name} />}
    </Show>
  );
}

function Bench() {
  const [all] = createResource(
    () => link() === 'open',
    async () => (await ask({ type: 'experiment', name: null }, 'experiments')).experiments,
  );
  return (
    <div class="text">
      <h1>{words().lab}</h1>
      <p class="lead">{words().labLead}</p>
      <Grown />
      <h2>{words().experiments}</h2>
      <ul class="jobs" lang="en">
        <For each={all()}>
          {one => (
            <li class="card">
              <a href={`/lab/${one.name}`}>{one.title}</a>
              <p class="faint">{one.paper}</p>
            </li>
          )}
        </For>
      </ul>
    </div>
  );
}

function Experiment(props: { name: string }) {
  const [told] = createResource(
    () => link() === 'open' && props.name,
    async name => (await ask({ type: 'experiment', name }, 'experiment')).experiment,
  );
  return (
    <div class="text wide" lang="en">
      <p>
        <a href="/lab">{words().lab}</a>
      </p>
      <Show when={told.error}>{<Complaint words={wordsOf(told.error)} />}</Show>
      <Show when={!told.error && told()}>
        {facts => (
          <>
            <h1>{facts().title}</h1>
            <p class="faint">{facts().paper}</p>
            <For each={facts().method}>{text => <p class="prose">{text}</p>}</For>
            <For each={facts().findings}>
              {one => (
                <div class="card">
                  <p>
                    <b>{one.verdict}</b>: {one.claim}
                  </p>
                  <p class="faint">{one.figures}</p>
                </div>
              )}
            </For>
            <For each={facts().plots}>{plot => <img class="plot" src={`/api/v1/lab/${facts().name}/${plot.name}`} alt={plot.title} />}</For>
            <For each={facts().tables}>
              {table => (
                <div class="card">
                  <h2>{table.title}</h2>
                  <div class="scroll" tabindex="0" role="group" aria-label={table.title}>
                    <table>
                      <thead>
                        <tr>
                          <For each={table.heads}>{head => <th scope="col">{head}</th>}</For>
                        </tr>
                      </thead>
                      <tbody>
                        <For each={table.rows}>
                          {row => (
                            <tr>
                              <For each={row}>{cell => <td>{cell}</td>}</For>
                            </tr>
                          )}
                        </For>
                      </tbody>
                    </table>
                  </div>
                  <p class="faint">{table.note}</p>
                </div>
              )}
            </For>
            <p class="faint">{facts().setting}</p>
          </>
        )}
      </Show>
    </div>
  );
}

const ALGORITHMS = ['minimax', 'alpha-beta', 'aspiration', 'scout', 'pvs', 'mws', 'nws', 'mtdf', 'sss'];
type Branch = LabNode & { below?: Branch[] };

/** A tree that opens: a picture of what is open, and the same as a list that keyboards and readers of screens use. */
function Grown() {
  const [algorithm, setAlgorithm] = createSignal('alpha-beta');
  const [start, setStart] = createSignal(query('fen') ?? 'marsland');
  const [depth, setDepth] = createSignal(2);
  const [tree, setTree] = createSignal<GrownFacts>();
  const [root, setRoot] = createSignal<Branch>();
  const [complaint, setComplaint] = createSignal<string>();
  let picture: HTMLCanvasElement | undefined;

  const grow = async (): Promise<void> => {
    setComplaint(undefined);
    try {
      const told = (await ask({ type: 'grow', start: start().trim() || 'startpos', algorithm: algorithm(), depth: depth() }, 'grown')).tree;
      setTree(told);
      setRoot(told.root);
      await toggle(told.root);
    } catch (error) {
      setTree(undefined);
      setRoot(undefined);
      setComplaint(wordsOf(error));
    }
  };
  /** Opens a node, or closes it; all others stay as they are. */
  const toggle = async (node: Branch): Promise<void> => {
    try {
      const below = node.below ? undefined : (await ask({ type: 'branches', node: node.node }, 'branches')).branches;
      const change = (one: Branch): Branch => {
        if (one.node !== node.node) return one.below ? { ...one, below: one.below.map(change) } : one;
        const { below: _, ...bare } = one;
        return below ? { ...bare, below } : bare;
      };
      setRoot(now => now && change(now));
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  const bound = (value: number | null, other: string): string => (value === null ? other : String(value));
  const label = (node: LabNode): string =>
    `${node.branch || words().root}${node.is_again ? ` (${words().lookedAgain})` : ''} ${node.value === null ? '' : `(${bound(node.alpha, '−∞')}, ${bound(node.beta, '∞')}) = ${node.value}`} ${node.reason}`;

  createEffect(() => {
    const here = root();
    const ink = picture?.getContext('2d');
    if (!picture || !ink || !here) return;
    // Leaves stand side by side, parents over the middle of what is below them.
    const placed: { node: Branch; x: number; y: number; parent: number }[] = [];
    let next = 0;
    const place = (node: Branch, y: number, parent: number): number => {
      const own = placed.push({ node, x: 0, y, parent }) - 1;
      const xs = node.below?.map(child => place(child, y + 1, own)) ?? [];
      const x = xs.length ? ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2 : next++;
      (placed[own] as { x: number }).x = x;
      return x;
    };
    place(here, 0, -1);
    const deep = Math.max(...placed.map(one => one.y)) + 1;
    const [wide, high] = [picture.clientWidth, 26 + 62 * deep];
    const scale = devicePixelRatio || 1;
    picture.width = wide * scale;
    picture.height = high * scale;
    picture.style.height = `${high}px`;
    ink.scale(scale, scale);
    const style = getComputedStyle(picture);
    const color = (name: string): string => style.getPropertyValue(name);
    const at = (one: { x: number; y: number }): [number, number] => [((one.x + 0.5) * wide) / Math.max(1, next), 18 + 62 * one.y];
    ink.font = '12px system-ui';
    ink.textAlign = 'center';
    for (const one of placed) {
      const [x, y] = at(one);
      const seen = one.node.value !== null;
      const above = placed[one.parent];
      ink.strokeStyle = color(seen ? '--soft' : '--hair');
      ink.setLineDash(seen ? [] : [3, 3]);
      if (above) {
        ink.beginPath();
        ink.moveTo(...at(above));
        ink.lineTo(x, y);
        ink.stroke();
      }
    }
    for (const one of placed) {
      const [x, y] = at(one);
      ink.fillStyle = color(one.node.value === null ? '--hair' : '--accent');
      ink.beginPath();
      ink.arc(x, y, 5, 0, 7);
      ink.fill();
      if (wide / Math.max(1, next) < 30) continue;
      ink.fillStyle = color('--ink');
      if (one.node.branch) ink.fillText(one.node.branch, x, y - 9);
      if (one.node.value !== null) ink.fillText(String(one.node.value), x, y + 18);
    }
  });

  const list = (node: Branch) => (
    <li>
      <Show when={node.children > 0} fallback={<span class={node.value === null ? 'faint' : ''}>{label(node)}</span>}>
        <button type="button" class="move" aria-expanded={!!node.below} onClick={() => void toggle(node)}>
          {node.below ? '▾' : '▸'} {label(node)}
        </button>
      </Show>
      <Show when={node.below}>
        <ul>
          <For each={node.below}>{list}</For>
        </ul>
      </Show>
    </li>
  );
  return (
    <section class="card" aria-labelledby="grown">
      <h2 id="grown">{words().trees}</h2>
      <p class="prose">{words().treesLead}</p>
      <form
        class="row"
        onSubmit={event => {
          event.preventDefault();
          void grow();
        }}
      >
        <label class="inline">
          {words().algorithm}{' '}
          <select value={algorithm()} onChange={event => setAlgorithm(event.currentTarget.value)}>
            <For each={ALGORITHMS}>{name => <option value={name}>{name}</option>}</For>
          </select>
        </label>
        <label class="inline">
          {words().depth}{' '}
          <select value={depth()} onChange={event => setDepth(Number(event.currentTarget.value))}>
            <For each={[1, 2, 3, 4]}>{count => <option value={count}>{count}</option>}</For>
          </select>
        </label>
        <input class="long" aria-label={words().treeOf} value={start()} spellcheck={false} onInput={event => setStart(event.currentTarget.value)} />
        <button type="submit" class="main">
          {words().grow}
        </button>
      </form>
      <Complaint words={complaint()} />
      <Show when={tree()}>
        {facts => (
          <p class="faint">
            <span lang="en">{facts().about}</span> {words().treeCounts(facts().value, facts().line.join(' '), facts().visited, facts().cutoffs)}
          </p>
        )}
      </Show>
      <canvas ref={picture} aria-hidden="true" classList={{ gone: !root() }} />
      <Show when={root()}>{node => <ul class="nodes">{list(node())}</ul>}</Show>
    </section>
  );
}
