// A game with its variations. It is never changed: a change makes another one.

import type { AskNode, Tag, Tree as Read } from './types';

export type Node = {
  parent: number | null;
  uci: string;
  san: string;
  comment: string;
  nags: number[];
  children: number[];
  ply: number;
};

export type Tree = {
  start: string;
  tags: Tag[];
  comment: string;
  /** Taken out nodes are `undefined`, so that the others keep their numbers. */
  nodes: (Node | undefined)[];
  first: number[];
};

export const empty = (start = 'startpos'): Tree => ({ start, tags: [], comment: '', nodes: [], first: [] });

export const children = (tree: Tree, at: number | null): number[] =>
  at === null ? tree.first : (tree.nodes[at]?.children ?? []);

/** A game as the program has read it. */
export function fromRead(read: Read): Tree {
  const tree: Tree = { start: read.start, tags: read.tags, comment: read.comment, nodes: [], first: [] };
  read.nodes.forEach((node, index) => {
    const parent = node.parent === null ? undefined : tree.nodes[node.parent];
    tree.nodes.push({ ...node, children: [], ply: (parent?.ply ?? 0) + 1 });
    (parent ? parent.children : tree.first).push(index);
  });
  return tree;
}

/** Adds a move, unless it is there already; gives its place. */
export function add(tree: Tree, at: number | null, uci: string, san: string): [Tree, number] {
  const known = children(tree, at).find(child => tree.nodes[child]?.uci === uci);
  if (known !== undefined) return [tree, known];
  const place = tree.nodes.length;
  const ply = (at === null ? 0 : (tree.nodes[at]?.ply ?? 0)) + 1;
  const nodes = [...tree.nodes, { parent: at, uci, san, comment: '', nags: [], children: [], ply }];
  return [withChildren({ ...tree, nodes }, at, [...children(tree, at), place]), place];
}

function withChildren(tree: Tree, at: number | null, list: number[]): Tree {
  return at === null ? { ...tree, first: list } : change(tree, at, { children: list });
}

/** Changes what is noted about a move. */
export function change(tree: Tree, at: number, what: Partial<Node>): Tree {
  const nodes = tree.nodes.map((node, index) => (index === at && node ? { ...node, ...what } : node));
  return { ...tree, nodes };
}

/** Makes a move the first of those in its place. */
export function promote(tree: Tree, at: number): Tree {
  const parent = tree.nodes[at]?.parent ?? null;
  return withChildren(tree, parent, [at, ...children(tree, parent).filter(child => child !== at)]);
}

/** Takes a move and what follows it out. */
export function remove(tree: Tree, at: number): Tree {
  const parent = tree.nodes[at]?.parent ?? null;
  const gone = new Set<number>();
  const open = [at];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    gone.add(one);
    open.push(...children(tree, one));
  }
  const nodes = tree.nodes.map((node, index) => (gone.has(index) ? undefined : node));
  return withChildren({ ...tree, nodes }, parent, children(tree, parent).filter(child => child !== at));
}

/** The moves that lead to a place, its own the last. */
export function path(tree: Tree, at: number | null): number[] {
  const places: number[] = [];
  for (let one = at; one !== null; one = tree.nodes[one]?.parent ?? null) places.unshift(one);
  return places;
}

export const moves = (tree: Tree, at: number | null): string[] =>
  path(tree, at).map(place => tree.nodes[place]?.uci ?? '');

/** The last move of the line that a place belongs to. */
export function end(tree: Tree, at: number | null): number | null {
  let last = at;
  for (let next = children(tree, at)[0]; next !== undefined; next = children(tree, next)[0]) last = next;
  return last;
}

/** The next or previous move in the place of this one. */
export function beside(tree: Tree, at: number | null, step: 1 | -1): number | null {
  if (at === null) return null;
  const list = children(tree, tree.nodes[at]?.parent ?? null);
  return list[list.indexOf(at) + step] ?? at;
}

/** The game for the program to write. */
export function toWrite(tree: Tree): { tags: Tag[]; start: string; nodes: AskNode[] } {
  const places = new Map<number, number>();
  const nodes: AskNode[] = [];
  const walk = (at: number | null): void => {
    const open = [...children(tree, at)].reverse();
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const node = tree.nodes[one];
      if (!node) continue;
      places.set(one, nodes.length);
      const parent = node.parent === null ? null : (places.get(node.parent) ?? null);
      nodes.push({ parent, uci: node.uci, comment: node.comment, nags: node.nags });
      open.push(...[...node.children].reverse());
    }
  };
  walk(null);
  return { tags: tree.tags, start: tree.start, nodes };
}
