// What the reader prefers; kept in the browser.

import { createRoot, createEffect } from 'solid-js';
import { createStore } from 'solid-js/store';

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

export const [prefs, setPrefs] = createStore<Prefs>({ ...DEFAULTS, ...kept() });

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
