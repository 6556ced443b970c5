// What was played here, in the collections of games that the program was given.

import { For, Show, createResource, createSignal } from 'solid-js';
import { short } from '../chess';
import { setIncoming } from '../incoming';
import { go } from '../router';
import { ask, hello, link } from '../socket';
import type { FoundGame, GameFilter, ResultCounts } from '../types';
import { words } from '../words';
import { wordsOf } from './complaint';

type Props = { start: string; moves: string[]; onMove: (uci: string) => void; full?: boolean };

const NONE: GameFilter = { player: '', least_rating: null, since: null, until: null, result: '' };

/** White, draws and black in per cent, as a bar and in words. */
function Shares(props: { of: ResultCounts }) {
  const share = (count: number): number => Math.round((100 * count) / Math.max(1, props.of.white + props.of.draws + props.of.black));
  return (
    <span class="shares" role="img" aria-label={words().shares(share(props.of.white), share(props.of.draws), share(props.of.black))}>
      <i style={{ width: `${share(props.of.white)}%` }} />
      <i style={{ width: `${share(props.of.draws)}%` }} />
    </span>
  );
}

export function Explorer(props: Props) {
  const [collection, setCollection] = createSignal(0);
  const [filter, setFilter] = createSignal(NONE);
  const [told] = createResource(
    () => link() === 'open' && { collection: collection(), start: props.start, moves: props.moves, filter: filter() },
    async question =>
      ask({ type: 'explore', ...question }, 'explored').then(
        answer => ({ facts: answer.explored, fault: undefined }),
        error => ({ facts: undefined, fault: wordsOf(error) }),
      ),
  );
  const open = async (game: FoundGame): Promise<void> => {
    const { segment, number } = game;
    const answer = await ask({ type: 'record', collection: collection(), segment, number }, 'pgn').catch(() => undefined);
    if (!answer) return;
    setIncoming({ pgn: answer.pgn, game: 0 });
    go('/analyse');
  };
  const whole = (text: string): number | null => Number.parseInt(text, 10) || null;
  const change = (part: Partial<GameFilter>): void => void setFilter({ ...filter(), ...part });
  return (
    <section class="card" aria-labelledby="explorer">
      <div class="row head">
        <h2 id="explorer">{words().playedHere}</h2>
        <Show when={(hello()?.collections.length ?? 0) > 1}>
          <select aria-label={words().collection} onChange={event => setCollection(Number(event.currentTarget.value))}>
            <For each={hello()?.collections}>{(one, index) => <option value={index()}>{one.name}</option>}</For>
          </select>
        </Show>
      </div>
      <Show when={props.full}>
        <div class="row filters">
          <input aria-label={words().player} placeholder={words().player} onChange={event => change({ player: event.currentTarget.value })} />
          <input aria-label={words().leastRating} placeholder={words().leastRating} inputmode="numeric" size="8" onChange={event => change({ least_rating: whole(event.currentTarget.value) })} />
          <input aria-label={words().since} placeholder={words().since} inputmode="numeric" size="6" onChange={event => change({ since: whole(event.currentTarget.value) })} />
          <input aria-label={words().until} placeholder={words().until} inputmode="numeric" size="6" onChange={event => change({ until: whole(event.currentTarget.value) })} />
          <select aria-label={words().tableResult} onChange={event => change({ result: event.currentTarget.value })}>
            <For each={['', '1-0', '1/2-1/2', '0-1']}>{value => <option value={value}>{value || words().anyResult}</option>}</For>
          </select>
        </div>
      </Show>
      <Show when={told.latest?.fault}>{fault => <p class="faint">{fault()}</p>}</Show>
      <Show when={told.latest?.facts}>
        {facts => (
          <>
            <p class="faint">{words().gamesHere(facts().results.games.toLocaleString())}</p>
            <ul class="explored">
              <For each={facts().moves}>
                {move => (
                  <li>
                    <button type="button" class="move" onClick={() => props.onMove(move.uci)}>
                      {move.san}
                    </button>
                    <span>{short(move.results.games)}</span>
                    <Shares of={move.results} />
                    <span class="faint">{[move.rating, move.year].filter(Boolean).join(' · ')}</span>
                  </li>
                )}
              </For>
            </ul>
            <Show when={props.full}>
              <ul class="found">
                <For each={facts().games}>
                  {game => (
                    <li>
                      <button type="button" class="move" onClick={() => void open(game)}>
                        {game.players}
                      </button>{' '}
                      <span class="faint">{[game.result, game.event].filter(Boolean).join(' · ')}</span>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </>
        )}
      </Show>
    </section>
  );
}
