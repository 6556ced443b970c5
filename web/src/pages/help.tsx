// Keys and numbers.

import { For } from 'solid-js';
import { words } from '../words';

export function Help() {
  const table = (title: string, rows: readonly (readonly [string, string])[]) => (
    <section>
      <h3>{title}</h3>
      <dl class="keys">
        <For each={rows}>
          {([key, what]) => (
            <div>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          )}
        </For>
      </dl>
    </section>
  );
  return (
    <div class="text">
      <h1>{words().help}</h1>
      <h2>{words().helpScores}</h2>
      <For each={words().helpScoresText}>{text => <p>{text}</p>}</For>
      <h2>{words().helpKeys}</h2>
      <div class="columns">
        {table(words().helpOutside, words().keysOutside)}
        {table(words().helpInside, words().keysInside)}
      </div>
      <p class="faint">{words().helpPrivate}</p>
    </div>
  );
}
