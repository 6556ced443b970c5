// A game that one page hands to another.

import { createSignal } from 'solid-js';
import { Problem } from './socket';
import type { Tell } from './types';

export type Incoming = { pgn: string; game: number };

const [incoming, setIncoming] = createSignal<Incoming>();
export { incoming, setIncoming };

/** Longer texts do not fit into a message. */
const LONGEST_MESSAGE = 40_000;

export const fitsMessage = (pgn: string): boolean => pgn.length <= LONGEST_MESSAGE;

/** Lets the program read a long text, on a way of its own. */
export async function readLong(pgn: string, game: number): Promise<Extract<Tell, { type: 'tree' }>> {
  const response = await fetch(`/api/v1/pgn?game=${game}`, { method: 'POST', body: pgn });
  const tell = response.headers.get('content-type')?.startsWith('application/json')
    ? ((await response.json()) as Tell)
    : undefined;
  if (tell?.type === 'tree') return tell;
  throw new Problem('pgn', tell?.type === 'problem' ? tell.words : await response.text());
}

/** Whether a text looks like a position and not like a game. */
export const isFen = (text: string): boolean => /^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}(\s|$)/.test(text.trim());
