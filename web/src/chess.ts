// What the page must know of chess: names of squares and how men stand on them. Rules it knows none.

import type { Color, Dests, Key, Role } from '@lichess-org/chessground/types';
import type { PositionFacts, PvLine } from './types';

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

export type Man = { color: Color; role: Role };

const ROLES: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** The men of a FEN by their squares. */
export function men(fen: string): Map<string, Man> {
  const found = new Map<string, Man>();
  const rows = fen.split(' ')[0]?.split('/') ?? [];
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      const role = ROLES[letter.toLowerCase()];
      if (role) found.set(`${FILES[file]}${8 - index}`, { role, color: letter < 'a' ? 'white' : 'black' });
      file += role ? 1 : Number(letter) || 0;
    }
  });
  return found;
}

/** The squares in the order in which they are seen. */
export function squares(orientation: Color): string[][] {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map(rank => FILES.map(file => `${file}${rank}`));
  return orientation === 'white' ? ranks : ranks.reverse().map(row => row.reverse());
}

/** Where each man may go. */
export function destinations(facts: PositionFacts | undefined): Dests {
  const found = new Map<Key, Key[]>();
  for (const { uci } of facts?.legal_moves ?? []) {
    const [from, to] = [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key];
    const list = found.get(from);
    if (!list) found.set(from, [to]);
    else if (!list.includes(to)) list.push(to);
  }
  return found;
}

/** The last move's squares. */
export function lastMove(facts: PositionFacts | undefined): Key[] {
  const uci = facts?.moves_played.at(-1)?.uci;
  return uci ? [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key] : [];
}

/** What White may expect of a game, 0 to 1. */
export function expectation(line: PvLine | undefined): number | undefined {
  if (!line) return undefined;
  if (line.wdl) return (line.wdl.win + line.wdl.draw / 2) / 1000;
  if (line.mate !== null) return line.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(line.centipawns ?? 0) / 250));
}

/** A line's moves with the numbers before them: `1. e4`, `e5`, `2. Nf3`. */
export function lineMoves(line: PvLine): { number: string; san: string }[] {
  const moves: { number: string; san: string }[] = [];
  let number = '';
  for (const word of line.san.split(' ')) {
    if (/^\d+\.+$/.test(word)) number = word;
    else if (word) {
      moves.push({ number, san: word });
      number = '';
    }
  }
  return moves;
}

/** `12.` or `12...` before the move that comes after so many plies. */
export function moveNumber(start: string, ply: number): string {
  const fields = start.split(' ');
  const plies = (Number(fields[5] ?? 1) - 1) * 2 + (fields[1] === 'b' ? 1 : 0) + ply;
  return `${Math.floor(plies / 2) + 1}${plies % 2 ? '...' : '.'}`;
}

/** 12345678 as `12.3 M`. */
export function short(count: number): string {
  if (count < 10_000) return String(count);
  if (count < 1_000_000) return `${Math.round(count / 1000)} k`;
  if (count < 1_000_000_000) return `${(count / 1e6).toFixed(1)} M`;
  return `${(count / 1e9).toFixed(1)} G`;
}

/** What a clock shows. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, '0')}`;
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** The signs of glyphs that people know. */
export const GLYPHS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
