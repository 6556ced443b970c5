// The first page: what there is, what was begun, and a place to paste something.

import { For, Show, createResource, createSignal } from 'solid-js';
import { Complaint, wordsOf } from '../parts/complaint';
import { Small } from '../parts/small';
import { incoming, isFen, setIncoming } from '../incoming';
import { go } from '../router';
import { ask, link } from '../socket';
import type { GameSummary } from '../types';
import { words } from '../words';

export function Home() {
  const [games] = createResource(
    () => link() === 'open',
    async () => (await ask({ type: 'games' }, 'games').catch(() => ({ games: [] as GameSummary[] }))).games,
  );
  const unfinished = (): GameSummary[] => games()?.filter(game => game.result === '*').slice(0, 3) ?? [];
  const [text, setText] = createSignal('');
  const [complaint, setComplaint] = createSignal<string>();

  const look = (): void => {
    const trimmed = text().trim();
    if (isFen(trimmed)) return go(`/analyse?fen=${encodeURIComponent(trimmed)}`);
    setIncoming({ pgn: trimmed, game: 0 });
    if (incoming()) go('/analyse');
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      setIncoming({ pgn: await file.text(), game: 0 });
      go('/analyse');
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };

  return (
    <div class="home">
      <h1>Quevedo</h1>
      <p class="lead">{words().homeLead}</p>
      <Show when={unfinished().length > 0}>
        <section aria-labelledby="loose">
          <h2 id="loose">{words().looseEnds}</h2>
          <ul class="games">
            <For each={unfinished()}>
              {game => (
                <li>
                  <a href={`/play/${game.game}`}>
                    <Small fen={game.fen} orientation={game.side} />
                    <span>
                      <strong>{words().goOn}</strong>
                      <br />
                      {words().goOnWith(game.side, Math.ceil(game.plies / 2), game.opening?.name ?? '')}
                      <br />
                      <span class="faint">{game.date.replaceAll('.', '-')}</span>
                    </span>
                  </a>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
      <ul class="doors">
        <li>
          <a href="/play">
            <Small fen="rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R" orientation="white" />
            <h2>{words().play}</h2>
            <p>{words().homePlay}</p>
          </a>
        </li>
        <li>
          <a href="/analyse">
            <Small fen="r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1" orientation="white" />
            <h2>{words().analyse}</h2>
            <p>{words().homeAnalyse}</p>
          </a>
        </li>
        <li>
          <a href="/review">
            <Small fen="r1b1k2r/ppp2ppp/2n5/3q4/1b1Pn3/5N2/PPP2PPP/R1BQKB1R" orientation="white" />
            <h2>{words().review}</h2>
            <p>{words().homeReview}</p>
          </a>
        </li>
        <li>
          <a href="/practice">
            <Small fen="6k1/5ppp/8/8/8/8/5PPP/3R2K1" orientation="white" />
            <h2>{words().practice}</h2>
            <p>{words().homePractice}</p>
          </a>
        </li>
        <li>
          <a href="/endgames/KRK">
            <Small fen="8/8/8/3k4/8/3K4/4R3/8" orientation="white" />
            <h2>{words().endgames}</h2>
            <p>{words().homeEndgames}</p>
          </a>
        </li>
      </ul>
      <form
        class="card"
        onSubmit={event => {
          event.preventDefault();
          if (text().trim()) look();
        }}
      >
        <label for="paste">{words().paste}</label>
        <textarea id="paste" rows="4" spellcheck={false} value={text()} onInput={event => setText(event.currentTarget.value)} />
        <div class="row">
          <button type="submit" class="main">
            {words().look}
          </button>
          <label class="file">
            {words().openFile}
            <input type="file" accept=".pgn,.txt,application/x-chess-pgn" onChange={event => void open(event.currentTarget.files?.[0])} />
          </label>
        </div>
        <Complaint words={complaint()} />
      </form>
    </div>
  );
}
