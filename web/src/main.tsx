import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style.css';
import { For, Match, Show, Switch, createEffect } from 'solid-js';
import { render } from 'solid-js/web';
import { announcement } from './announce';
import { isText } from './keys';
import { Analyse } from './pages/analyse';
import { Endgames } from './pages/endgames';
import { Games } from './pages/games';
import { Help } from './pages/help';
import { Home } from './pages/home';
import { Jobs } from './pages/jobs';
import { Lab } from './pages/lab';
import { Lesson } from './pages/lesson';
import { Play } from './pages/play';
import { Practice } from './pages/practice';
import { Review } from './pages/review';
import { Settings } from './pages/settings';
import { detail, go, query, route } from './router';
import { connect, hello, link as state } from './socket';
import { ready, words } from './words';

/** Those that people go to again and again, and the others. */
const FIRST = ['play', 'analyse', 'review', 'practice', 'endgames', 'games', 'lab'] as const;
const SECOND = ['jobs', 'settings', 'help'] as const;
const PAGES = [...FIRST, ...SECOND] as const;
const KNOWN = ['', ...PAGES] as readonly string[];

function App() {
  createEffect(() => {
    const page = PAGES.find(name => name === route());
    document.title = page ? `${words()[page]} · Quevedo` : 'Quevedo';
  });
  const link = (page: (typeof PAGES)[number]) => (
    <a href={`/${page}`} aria-current={route() === page ? 'page' : undefined}>
      {words()[page]}
    </a>
  );
  return (
    <>
      <a class="skip" href="#content">
        {words().skip}
      </a>
      <header>
        <a class="brand" href="/" aria-current={route() === '' ? 'page' : undefined}>
          Quevedo
        </a>
        <nav aria-label={words().navigation}>
          <For each={FIRST}>{link}</For>
        </nav>
        <nav class="second" aria-label={words().morePages}>
          <For each={SECOND}>{link}</For>
        </nav>
      </header>
      <Show when={state() === 'lost' && hello()}>
        <p class="complaint wide" role="alert">
          {words().lost}
        </p>
      </Show>
      <main id="content" tabindex="-1">
        <Switch fallback={<p>{words().notFound}</p>}>
          <Match when={route() === ''}>
            <Home />
          </Match>
          <Match when={route() === 'play'}>
            <Play />
          </Match>
          <Match when={route() === 'analyse'}>
            <Analyse />
          </Match>
          <Match when={route() === 'review'}>
            <Review />
          </Match>
          <Match when={route() === 'practice'}>
            <Practice />
          </Match>
          <Match when={route() === 'endgames'}>
            <Show when={detail() && query('map') === null} fallback={<Endgames />}>
              <Lesson />
            </Show>
          </Match>
          <Match when={route() === 'games'}>
            <Games />
          </Match>
          <Match when={route() === 'lab'}>
            <Lab />
          </Match>
          <Match when={route() === 'jobs'}>
            <Jobs />
          </Match>
          <Match when={route() === 'settings'}>
            <Settings />
          </Match>
          <Match when={route() === 'help'}>
            <Help />
          </Match>
        </Switch>
      </main>
      <p class="heard" role="status">
        {announcement()}
      </p>
    </>
  );
}

addEventListener('keydown', event => {
  if (event.key === '?' && !isText(event.target)) go('/help');
});

if (!KNOWN.includes(route())) go('/');
connect();
void ready.then(() => render(() => <App />, document.getElementById('page') as HTMLElement));
