// What the page says, in the reader's language.

import { prefs } from '../prefs';
import { en } from './en';
import { es } from './es';

export type Words = typeof en;

const CATALOGUES: Record<'en' | 'es', Words> = { en, es };

export const words = (): Words => CATALOGUES[prefs.language];
