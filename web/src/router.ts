// Which page is shown: the address says it.

import { createSignal } from 'solid-js';

const [place, setPlace] = createSignal(here());

function here(): URL {
  return new URL(location.href);
}

/** The first word of the address. */
export const route = (): string => place().pathname.split('/')[1] ?? '';

/** The second word of the address. */
export const detail = (): string => place().pathname.split('/')[2] ?? '';

export const query = (name: string): string | null => place().searchParams.get(name);

export function go(address: string): void {
  history.pushState(null, '', address);
  setPlace(here());
  scrollTo(0, 0);
}

/** Changes the address without a new place in the history, and without showing anything else. */
export function note(address: string): void {
  history.replaceState(null, '', address);
}

addEventListener('popstate', () => setPlace(here()));

// Links within the page do not load it again.
document.addEventListener('click', event => {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.hasAttribute('download')) return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '/');
});
