// What the reader prefers; kept in the browser.

import { type Signal, createEffect, createRoot, createSignal } from 'solid-js';

export type Prefs = {
  theme: 'system' | 'light' | 'dark';
  language: 'en' | 'es';
  name: string;
  lines: number;
  arrows: boolean;
  coordinates: boolean;
  animation: boolean;
  words: boolean;
  guard: boolean;
  sounds: boolean;
  wordLevel: 'beginner' | 'club' | 'expert';
};

const KEY = 'quevedo';

const DEFAULTS: Prefs = {
  theme: 'system',
  language: navigator.language.startsWith('es') ? 'es' : 'en',
  name: '',
  lines: 3,
  arrows: true,
  coordinates: true,
  animation: true,
  words: true,
  guard: false,
  sounds: true,
  wordLevel: 'club',
};

function kept(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>;
  } catch {
    return {};
  }
}

// A signal for each, so that whoever reads one is not disturbed by another.
const first: Prefs = { ...DEFAULTS, ...kept() };
const names = Object.keys(DEFAULTS) as (keyof Prefs)[];
const signals = Object.fromEntries(names.map(name => [name, createSignal<unknown>(first[name])])) as Record<keyof Prefs, Signal<unknown>>;

export const prefs = Object.defineProperties({}, Object.fromEntries(names.map(name => [name, { get: () => signals[name][0](), enumerable: true }]))) as Readonly<Prefs>;

export const setPrefs = <K extends keyof Prefs>(name: K, value: Prefs[K]): void => void signals[name][1](() => value);

createRoot(() => {
  createEffect(() => {
    const text = JSON.stringify(prefs);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing is no reason to stop.
    }
    const root = document.documentElement;
    root.lang = prefs.language;
    if (prefs.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = prefs.theme;
  });
});

const reduced = matchMedia('(prefers-reduced-motion: reduce)');
/** How long a man takes to its square, in milliseconds. */
export const pace = (): number => (prefs.animation && !reduced.matches ? 180 : 0);
