// The connection to the program. Questions have numbers, and answers carry them; what goes on (analyses, a game) is
// asked for again when a lost connection is back.

import { createSignal } from 'solid-js';
import type { Ask, Code, GameFacts, Hello, JobFacts, PvLine, Tell } from './types';

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
export type Question = WithoutId<Ask>;
export type Answer<K extends Tell['type']> = Extract<Tell, { type: K }>;

/** What could not be done, in the words of the program. */
export class Problem extends Error {
  constructor(
    readonly code: Code | 'connection',
    words: string,
  ) {
    super(words);
  }
}

type Pending = { resolve: (tell: Tell) => void; reject: (problem: Problem) => void };

/** What is heard of an analysis. */
export type Listener = {
  lines: (lines: PvLine[]) => void;
  queued?: (place: number) => void;
  done?: () => void;
  problem?: (problem: Problem) => void;
};
type Analysis = { question: Question; listener: Listener; id: number; asked: boolean };

export type Link = 'connecting' | 'open' | 'lost';

const [link, setLink] = createSignal<Link>('connecting');
const [hello, setHello] = createSignal<Hello>();
export { hello, link };

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

let socket: WebSocket | undefined;
let lastId = 0;
let pause = FIRST_PAUSE;
const pending = new Map<number, Pending>();
const analyses = new Map<number, Analysis>();
let waiting: (() => void)[] = [];
let watched: { game: string; tell: (game: GameFacts) => void } | undefined;
let jobsWatcher: ((jobs: JobFacts[]) => void) | undefined;

export function connect(): void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const fresh = new WebSocket(`${scheme}://${location.host}/ws/v1`);
  socket = fresh;
  fresh.onmessage = event => hear(JSON.parse(String(event.data)) as Tell);
  fresh.onopen = () => {
    pause = FIRST_PAUSE;
    setLink('open');
    for (const analysis of [...analyses.values()]) begin(analysis);
    if (watched) send({ type: 'open_game', id: ++lastId, game: watched.game });
    if (jobsWatcher) send({ type: 'jobs', id: ++lastId });
    const ready = waiting;
    waiting = [];
    for (const go of ready) go();
  };
  fresh.onclose = () => {
    setLink('lost');
    for (const one of pending.values()) one.reject(new Problem('connection', 'connection'));
    pending.clear();
    setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };
  // A tab that nobody sees needs no engine.
  document.onvisibilitychange = () => {
    for (const analysis of [...analyses.values()]) {
      if (document.hidden) halt(analysis);
      else if (!analysis.asked) begin(analysis);
    }
  };
}

function send(ask: Ask): void {
  socket?.send(JSON.stringify(ask));
}

function isOpen(): boolean {
  return socket?.readyState === WebSocket.OPEN;
}

/** Asks, and waits for the answer; before the connection is there, also for that. */
export async function ask<K extends Tell['type']>(question: Question, _kind: K): Promise<Answer<K>> {
  if (!isOpen()) await new Promise<void>(resolve => waiting.push(resolve));
  const id = ++lastId;
  const answer = new Promise<Tell>((resolve, reject) => pending.set(id, { resolve, reject }));
  send({ ...question, id } as Ask);
  return (await answer) as Answer<K>;
}

/** Begins an analysis; what comes back ends it. */
export function analyse(question: Omit<Extract<Question, { type: 'analyse' }>, 'type'>, listener: Listener): () => void {
  const analysis: Analysis = { question: { type: 'analyse', ...question }, listener, id: 0, asked: false };
  if (isOpen() && !document.hidden) begin(analysis);
  else analyses.set((analysis.id = ++lastId), analysis);
  return () => {
    halt(analysis);
    analyses.delete(analysis.id);
  };
}

function begin(analysis: Analysis): void {
  analyses.delete(analysis.id);
  analysis.id = ++lastId;
  analysis.asked = true;
  analyses.set(analysis.id, analysis);
  send({ ...analysis.question, id: analysis.id } as Ask);
}

function halt(analysis: Analysis): void {
  if (analysis.asked && isOpen()) send({ type: 'stop', id: analysis.id });
  analysis.asked = false;
}

/** From now on hears of the changes of a game; what comes back ends it. */
export function watchGame(game: string, tell: (game: GameFacts) => void): () => void {
  const mine = { game, tell };
  watched = mine;
  return () => {
    if (watched === mine) watched = undefined;
  };
}

/** From now on hears how far the reviews are; what comes back ends it. */
export function watchJobs(tell: (jobs: JobFacts[]) => void): () => void {
  jobsWatcher = tell;
  if (isOpen()) send({ type: 'jobs', id: ++lastId });
  return () => {
    if (jobsWatcher === tell) jobsWatcher = undefined;
  };
}

function hear(tell: Tell): void {
  switch (tell.type) {
    case 'hello':
      setHello(tell);
      return;
    case 'lines':
      analyses.get(tell.id)?.listener.lines(tell.lines);
      return;
    case 'queued':
      analyses.get(tell.id)?.listener.queued?.(tell.place);
      return;
    case 'done':
      finish(tell.id)?.done?.();
      return;
    case 'jobs':
      jobsWatcher?.(tell.jobs);
      answer(tell.id, one => one.resolve(tell));
      return;
    case 'problem': {
      const problem = new Problem(tell.code, tell.words);
      if (tell.id !== null && analyses.has(tell.id)) finish(tell.id)?.problem?.(problem);
      else answer(tell.id, one => one.reject(problem));
      return;
    }
    case 'game':
      if (watched?.game === tell.game.game) watched.tell(tell.game);
      answer(tell.id, one => one.resolve(tell));
      return;
    default:
      answer(tell.id, one => one.resolve(tell));
  }
}

function finish(id: number): Listener | undefined {
  const analysis = analyses.get(id);
  analyses.delete(id);
  return analysis?.listener;
}

function answer(id: number | null, settle: (one: Pending) => void): void {
  const one = id === null ? undefined : pending.get(id);
  if (id === null || !one) return;
  pending.delete(id);
  settle(one);
}
