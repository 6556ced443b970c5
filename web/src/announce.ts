// The one line that readers of screens hear: at most one announcement a second, the newest wins.

import { createSignal } from 'solid-js';

const [announcement, setAnnouncement] = createSignal('');
export { announcement };

let last = 0;
let next: string | undefined;

export function announce(text: string): void {
  const rest = last + 1000 - Date.now();
  if (rest <= 0) return say(text);
  if (next === undefined) setTimeout(() => next !== undefined && say(next), rest);
  next = text;
}

function say(text: string): void {
  next = undefined;
  last = Date.now();
  // The same words twice are news, too.
  setAnnouncement(text === announcement() ? `${text}\u00a0` : text);
}
