// What the page says, in the reader's language. Only that language is loaded.

import { createEffect, createRoot, createSignal } from 'solid-js';
import { prefs } from '../prefs';
import type { en } from './en';

export type Words = typeof en;

const [catalogue, setCatalogue] = createSignal<Words>();

export const words = (): Words => catalogue() as Words;

const load = async (language: 'en' | 'es'): Promise<Words> => (language === 'es' ? (await import('./es')).es : (await import('./en')).en);

/** Fulfilled when there are words; a change of the language changes them. */
export const ready = new Promise<void>(resolve =>
  createRoot(() =>
    createEffect(() => {
      const language = prefs.language;
      void load(language).then(found => {
        if (prefs.language === language) setCatalogue(() => found);
        resolve();
      });
    }),
  ),
);
