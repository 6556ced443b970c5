import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style.css';
import { For, Match, Show, Switch, createEffect } from 'solid-js';
import { render } from 'solid-js/web';
import { announcement } from './announce';
import { isText } from './keys';
import { Analyse } from './pages/analyse';
import { Endgames } from './pages/endgames';
import { Help } from './pages/help';
import { Home } from './pages/home';
import { Play } from './pages/play';
import { Settings } from './pages/settings';
import { go, route } from './router';
import { connect, hello, link } from './socket';
import { words } from './words';

const PAGES = ['play', 'analyse', 'endgames', 'settings', 'help'] as const;
const KNOWN = ['', ...PAGES] as readonly string[];

function App() {
  createEffect(() => {
    const page = PAGES.find(name => name === route());
    document.title = page ? `${words()[page]} · Quevedo` : 'Quevedo';
  });
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
          <For each={PAGES}>
            {page => (
              <a href={`/${page}`} aria-current={route() === page ? 'page' : undefined}>
                {words()[page]}
              </a>
            )}
          </For>
        </nav>
      </header>
      <Show when={link() === 'lost' && hello()}>
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
          <Match when={route() === 'endgames'}>
            <Endgames />
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
render(() => <App />, document.getElementById('page') as HTMLElement);
