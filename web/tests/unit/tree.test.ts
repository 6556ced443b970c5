import { describe, expect, test } from 'vitest';
import { clockText, lineMoves, men, moveNumber, short } from '../../src/chess';
import { isFen } from '../../src/incoming';
import * as trees from '../../src/tree';
import type { PvLine } from '../../src/types';

const grow = (...moves: string[]): [trees.Tree, number | null] => {
  let [tree, at] = [trees.empty(), null as number | null];
  for (const uci of moves) [tree, at] = trees.add(tree, at, uci, uci);
  return [tree, at];
};

describe('a game with its variations', () => {
  test('a move that is there is not added twice', () => {
    const [tree] = grow('e2e4', 'e7e5');
    const [same, place] = trees.add(tree, null, 'e2e4', 'e4');
    expect(same).toBe(tree);
    expect(place).toBe(0);
  });

  test('variations are promoted and deleted, and the others keep their places', () => {
    let [tree] = grow('e2e4', 'e7e5', 'g1f3');
    const [grown, c5] = trees.add(tree, 0, 'c7c5', 'c5');
    expect(trees.children(grown, 0)).toEqual([1, c5]);
    tree = trees.promote(grown, c5);
    expect(trees.children(tree, 0)).toEqual([c5, 1]);
    expect(trees.end(tree, null)).toBe(c5);
    expect(trees.beside(tree, c5, 1)).toBe(1);
    tree = trees.remove(tree, 1);
    expect(trees.moves(tree, c5)).toEqual(['e2e4', 'c7c5']);
    expect(tree.nodes[2]).toBeUndefined();
  });

  test('it is written in the order in which it can be read', () => {
    const [tree] = grow('e2e4', 'e7e5', 'g1f3');
    const [grown] = trees.add(tree, 0, 'c7c5', 'c5');
    const written = trees.toWrite(grown).nodes;
    expect(written.map(node => node.uci)).toEqual(['e2e4', 'e7e5', 'g1f3', 'c7c5']);
    expect(written.map(node => node.parent)).toEqual([null, 0, 1, 0]);
  });

  test('what the program has read is the same game', () => {
    const node = (parent: number | null, uci: string) => ({ parent, uci, san: uci, comment: '', nags: [] });
    const tree = trees.fromRead({ tags: [], start: 'startpos', comment: '', nodes: [node(null, 'e2e4'), node(0, 'e7e5'), node(0, 'c7c5')] });
    expect(trees.children(tree, 0)).toEqual([1, 2]);
    expect(tree.nodes[2]?.ply).toBe(2);
  });
});

describe('what is shown', () => {
  test('men of a FEN', () => {
    const found = men('8/8/8/3k4/8/8/4P3/4K3 w - - 0 1');
    expect(found.get('e2')).toEqual({ color: 'white', role: 'pawn' });
    expect(found.get('d5')).toEqual({ color: 'black', role: 'king' });
    expect(found.size).toBe(3);
  });

  test('numbers of moves', () => {
    expect(moveNumber('', 0)).toBe('1.');
    expect(moveNumber('', 3)).toBe('2...');
    expect(moveNumber('8/8/8/8/8/8/8/8 b - - 0 12', 0)).toBe('12...');
    expect(moveNumber('8/8/8/8/8/8/8/8 b - - 0 12', 1)).toBe('13.');
  });

  test('moves of a line', () => {
    const line = { san: '1... e5 2. Nf3 Nc6' } as PvLine;
    expect(lineMoves(line)).toEqual([
      { number: '1...', san: 'e5' },
      { number: '2.', san: 'Nf3' },
      { number: '', san: 'Nc6' },
    ]);
  });

  test('counts and clocks', () => {
    expect(short(1234)).toBe('1234');
    expect(short(12_345_678)).toBe('12.3 M');
    expect(clockText(65_000)).toBe('1:05');
    expect(clockText(9_500)).toBe('0:09.5');
    expect(clockText(-5)).toBe('0:00.0');
    expect(clockText(3_700_000)).toBe('1:01:40');
  });

  test('positions and games are told apart', () => {
    expect(isFen('8/8/8/3k4/8/8/4P3/4K3 w - - 0 1')).toBe(true);
    expect(isFen('1. e4 e5 *')).toBe(false);
  });
});
