// Reviews: a game told as a story, what went wrong in it and why, and another try.

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { For, Show, createEffect, createMemo, createResource, createSignal } from 'solid-js';
import { announce } from '../announce';
import { fitsMessage, incoming, readLong, setIncoming } from '../incoming';
import { keys } from '../keys';
import { Board } from '../parts/board';
import { Complaint, wordsOf } from '../parts/complaint';
import { Graph } from '../parts/graph';
import { JobList, Progress, isOpen, jobs, percent } from '../parts/jobs';
import { Said } from '../parts/spoken';
import { prefs } from '../prefs';
import { detail, go } from '../router';
import { save } from '../save';
import { Problem, ask, link } from '../socket';
import { sound } from '../sound';
import type { Care, JobFacts, MomentFacts, PositionFacts, ReviewFacts, ReviewedMoveFacts, Side } from '../types';
import { words } from '../words';

export function Review() {
  const all = jobs();
  return (
    <Show when={detail()} fallback={<Order jobs={all()} />} keyed>
      {name => <Story job={all()?.find(job => job.job === name)} name={name} known={!!all()} />}
    </Show>
  );
}

function Order(props: { jobs: JobFacts[] | undefined }) {
  const handed = incoming();
  setIncoming(undefined);
  const [text, setText] = createSignal(handed?.pgn ?? '');
  const [titles, setTitles] = createSignal<string[]>([]);
  const [game, setGame] = createSignal(handed?.game ?? 0);
  const [care, setCare] = createSignal<Care>('quick');
  const [complaint, setComplaint] = createSignal<string>();
  const write = (pgn: string): void => {
    setText(pgn);
    setTitles([]);
    setGame(0);
  };

  const order = async (): Promise<void> => {
    setComplaint(undefined);
    const pgn = text();
    try {
      if (titles().length === 0 && !handed) {
        const read = fitsMessage(pgn) ? await ask({ type: 'read', pgn, game: 0 }, 'tree') : await readLong(pgn, 0);
        if (read.titles.length > 1) return void setTitles(read.titles);
      }
      go(`/review/${await submit(pgn, game(), care())}`);
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  return (
    <div class="text">
      <h1>{words().review}</h1>
      <p class="lead">{words().reviewLead}</p>
      <form
        class="card form"
        onSubmit={event => {
          event.preventDefault();
          if (text().trim()) void order();
        }}
      >
        <label for="game">{words().pasteGame}</label>
        <textarea id="game" rows="6" spellcheck={false} value={text()} onInput={event => write(event.currentTarget.value)} />
        <Show when={titles().length > 0}>
          <label class="inline">
            {words().pickGame}{' '}
            <select onChange={event => setGame(Number(event.currentTarget.value))}>
              <For each={titles()}>{(title, index) => <option value={index()}>{title}</option>}</For>
            </select>
          </label>
        </Show>
        <fieldset>
          <legend>{words().careHow}</legend>
          <For each={['quick', 'full'] as const}>
            {value => (
              <label class="choice">
                <input type="radio" name="care" checked={care() === value} onChange={() => setCare(value)} />
                {words().cares[value]}
              </label>
            )}
          </For>
        </fieldset>
        <Complaint words={complaint()} />
        <div class="row">
          <button type="submit" class="main">
            {words().reviewIt}
          </button>
          <label class="file">
            {words().openFile}
            <input type="file" accept=".pgn,.txt,application/x-chess-pgn" onChange={event => void event.currentTarget.files?.[0]?.text().then(write)} />
          </label>
        </div>
      </form>
      <h2>{words().yourReviews}</h2>
      <JobList jobs={props.jobs} />
    </div>
  );
}

async function submit(pgn: string, game: number, care: Care): Promise<string> {
  if (fitsMessage(pgn)) return (await ask({ type: 'review', pgn, game, care }, 'job')).job.job;
  const response = await fetch(`/api/v1/review?game=${game}&care=${care}`, { method: 'POST', body: pgn });
  const told = (await response.json()) as { job?: string; words?: string };
  if (!response.ok || !told.job) throw new Problem('pgn', told.words ?? response.statusText);
  return told.job;
}

function Story(props: { job: JobFacts | undefined; name: string; known: boolean }) {
  const [review] = createResource(
    () => props.job?.state === 'done' && link() === 'open' && { level: prefs.wordLevel, language: prefs.language },
    async how => (await ask({ type: 'reviewed', job: props.name, ...how }, 'review')).review,
  );
  return (
    <Show
      when={!review.error && review.latest}
      fallback={
        <div class="text">
          <h1>{props.job?.title ?? words().review}</h1>
          <Complaint words={review.error ? wordsOf(review.error) : props.known && !props.job ? words().notFound : undefined} />
          <Show when={props.job}>{job => <Progress job={job()} />}</Show>
          <Show when={isOpen(props.job)}>
            <p class="prose">{words().reviewWait}</p>
          </Show>
          <p>
            <a href="/review">{words().yourReviews}</a>
          </p>
        </div>
      }
    >
      {told => <Told review={told()} />}
    </Show>
  );
}

const isBad = (mv: ReviewedMoveFacts | undefined): boolean => !!mv?.mark.includes('?');

function Told(props: { review: ReviewFacts }) {
  const moves = (): ReviewedMoveFacts[] => props.review.moves;
  const [at, setAt] = createSignal(0);
  const [facts, setFacts] = createSignal<PositionFacts>();
  const [flipped, setFlipped] = createSignal(false);
  const [trying, setTrying] = createSignal(false);
  const [tried, setTried] = createSignal('');
  const [hints, setHints] = createSignal(0);
  const [practised, setPractised] = createSignal('');
  const [complaint, setComplaint] = createSignal<string>();

  createEffect(() => {
    const place = at();
    if (link() !== 'open') return;
    const played = moves().slice(0, place).map(mv => mv.played.uci);
    ask({ type: 'position', start: props.review.start, moves: played }, 'position').then(
      answer => at() === place && setFacts(answer.facts),
      error => setComplaint(wordsOf(error)),
    );
  });
  // Before a mistake one looks at it; everywhere else at the move that was played last.
  const subject = (): number => (isBad(moves()[at()]) ? at() + 1 : at());
  const about = (): ReviewedMoveFacts | undefined => moves()[subject() - 1];
  const moment = (): MomentFacts | undefined => props.review.moments.find(one => one.ply === subject());
  const title = (mv: ReviewedMoveFacts): string => `${mv.number} ${mv.played.san}${mv.mark}`;

  const goTo = (place: number): void => {
    const next = Math.min(moves().length, Math.max(0, place));
    setTrying(false);
    setTried('');
    setAt(next);
    const mv = about();
    announce(mv ? title(mv) : words().start);
  };
  const nextMistake = (): void => {
    const found = moves().findIndex((mv, index) => index > at() && isBad(mv));
    const first = moves().findIndex(isBad);
    if (first < 0) announce(words().noMistakes);
    else goTo(found < 0 ? first : found);
  };
  const tryAgain = (): void => {
    setHints(0);
    setTried('');
    setTrying(true);
    announce(words().findBetter);
  };
  const attempt = async (mv: string): Promise<void> => {
    const place = subject();
    const san = facts()?.legal_moves.find(one => one.uci === mv)?.san ?? mv;
    setTried(words().thinking);
    try {
      const { judged, loss } = await ask({ type: 'retry', job: props.review.job, ply: place, mv }, 'judged');
      sound(judged === 'right' ? 'right' : 'wrong');
      setTried(words().judged(judged, san, loss));
      announce(tried());
      if (judged === 'right') setTrying(false);
    } catch (error) {
      setTried('');
      setComplaint(wordsOf(error));
    }
    // The man goes back to where it was.
    setFacts(facts() && { ...(facts() as PositionFacts) });
  };
  const practise = async (side: Side): Promise<void> => {
    try {
      const question = { job: props.review.job, side, level: prefs.wordLevel, language: prefs.language };
      const answer = await ask({ type: 'add_cards', ...question }, 'practice');
      setPractised(words().cardsAdded(answer.practice.added, answer.practice.due));
      announce(practised());
    } catch (error) {
      setComplaint(wordsOf(error));
    }
  };
  const take = async (form: 'pgn' | 'html'): Promise<string> =>
    (await ask({ type: 'export', job: props.review.job, form, language: prefs.language }, 'export')).text;
  const download = (form: 'pgn' | 'html'): void =>
    void take(form).then(
      text => save(`quevedo-${props.review.job.slice(0, 8)}.${form}`, text, form === 'pgn' ? 'application/x-chess-pgn' : 'text/html'),
      error => setComplaint(wordsOf(error)),
    );
  const analyse = (): void =>
    void take('pgn').then(
      pgn => {
        setIncoming({ pgn, game: 0 });
        go('/analyse');
      },
      error => setComplaint(wordsOf(error)),
    );

  keys({
    ArrowLeft: () => goTo(at() - 1),
    ArrowRight: () => goTo(at() + 1),
    k: () => goTo(at() - 1),
    j: () => goTo(at() + 1),
    Home: () => goTo(0),
    End: () => goTo(moves().length),
    f: () => setFlipped(!flipped()),
    g: nextMistake,
  });

  const shapes = createMemo<DrawShape[]>(() => {
    const mv = moves()[at()];
    if (trying() || !isBad(mv) || facts()?.fen !== mv?.fen) return [];
    const arrow = (uci: string, brush: string): DrawShape => ({ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush });
    return [arrow(mv?.played.uci ?? '', 'red'), ...(mv?.best ? [arrow(mv.best.uci, 'green')] : [])];
  });
  const name = (side: Side): string => props.review.sides[side].player ?? words().side(side);

  return (
    <div class="desk">
      <div class="stage nobar">
        <Board
          fen={facts()?.fen ?? props.review.start}
          facts={facts()}
          orientation={flipped() ? 'black' : 'white'}
          movable={trying() ? moves()[at()]?.side : undefined}
          shapes={shapes()}
          onMove={uci => void attempt(uci)}
          onStep={by => goTo(at() + by)}
        />
        <Graph review={props.review} at={at()} onGo={goTo} />
        <div class="steps">
          <button type="button" aria-label={words().back} onClick={() => goTo(at() - 1)}>
            ‹
          </button>
          <button type="button" aria-label={words().forward} onClick={() => goTo(at() + 1)}>
            ›
          </button>
          <button type="button" class="main" onClick={nextMistake}>
            {words().nextMistake}
          </button>
          <button type="button" onClick={() => setFlipped(!flipped())}>
            {words().flip}
          </button>
        </div>
      </div>
      <div class="panels">
        <h1>{props.review.title}</h1>
        <p class="faint">{[props.review.result, props.review.event, props.review.opening && `${props.review.opening.eco} ${props.review.opening.name}`].filter(Boolean).join(' · ')}</p>
        <Complaint words={complaint()} />
        <section class="card" aria-labelledby="subject">
          <Show when={about()} fallback={<><h2 id="subject">{words().story}</h2><div class="said"><For each={props.review.story}>{line => <p>{line}</p>}</For></div></>}>
            {mv => (
              <>
                <div class="row head">
                  <h2 id="subject" class="mark" data-mark={mv().mark || undefined}>
                    {trying() ? words().findBetter : title(mv())}
                  </h2>
                  <Show when={!trying()}>
                    <span class="faint">{words().after(mv().score, Math.round(100 * mv().expectation))}</span>
                  </Show>
                </div>
                <Show when={!trying()}>
                  <Show when={moment()} fallback={<Show when={isBad(mv())}><p class="said">{words().lost100(Math.round(100 * mv().loss))}</p></Show>}>
                    {one => (
                      <p class="said">
                        <For each={one().words}>{sentence => <Said sentence={sentence} onMove={spoken => go(`/analyse?fen=${encodeURIComponent(spoken[0]?.fen ?? '')}&moves=${spoken.map(move => move.uci).join('_')}`)} />}</For>
                      </p>
                    )}
                  </Show>
                  <Show when={isBad(mv()) && mv().line}>
                    <p class="faint">{words().better(mv().line)}</p>
                  </Show>
                </Show>
                <For each={moment()?.hints.slice(0, trying() ? hints() : 0)}>{hint => <p class="said">{hint}</p>}</For>
                <Show when={tried()}>
                  <p class="turn">{tried()}</p>
                </Show>
                <Show when={isBad(moves()[at()])}>
                  <div class="row">
                    <Show when={trying()} fallback={<button type="button" class="main" onClick={tryAgain}>{words().tryAgain}</button>}>
                      <button type="button" disabled={hints() >= (moment()?.hints.length ?? 0)} onClick={() => setHints(hints() + 1)}>
                        {words().hint}
                      </button>
                      <button type="button" onClick={() => setTrying(false)}>
                        {words().showAnswer}
                      </button>
                    </Show>
                  </div>
                </Show>
              </>
            )}
          </Show>
        </section>
        <section class="card" aria-labelledby="moments">
          <h2 id="moments">{words().moments}</h2>
          <ul class="moments">
            <For each={props.review.moments} fallback={<li class="faint">{words().noMistakes}</li>}>
              {one => {
                const mv = moves()[one.ply - 1] as ReviewedMoveFacts;
                return (
                  <li>
                    <button type="button" class="move mark" data-mark={mv.mark || undefined} aria-current={subject() === one.ply ? 'true' : undefined} onClick={() => goTo(one.ply - 1)}>
                      {title(mv)}
                    </button>{' '}
                    <span class="faint">{words().momentKinds[one.kind]}</span>
                  </li>
                );
              }}
            </For>
          </ul>
        </section>
        <section class="card" aria-labelledby="accuracy">
          <h2 id="accuracy">{words().accuracy}</h2>
          <div class="scroll" tabindex="0" role="group" aria-label={words().accuracy}>
            <table>
              <thead>
                <tr>
                  <td />
                  <For each={[words().accuracy, '?!', '?', '??', ...words().phases]}>{head => <th scope="col">{head}</th>}</For>
                </tr>
              </thead>
              <tbody>
                <For each={['white', 'black'] as const}>
                  {side => {
                    const play = () => props.review.sides[side];
                    return (
                      <tr>
                        <th scope="row">{name(side)}</th>
                        <td class="sum">{percent(play().accuracy)}</td>
                        <td>{play().inaccuracies}</td>
                        <td>{play().mistakes}</td>
                        <td>{play().blunders}</td>
                        <For each={play().phases}>{value => <td>{percent(value)}</td>}</For>
                      </tr>
                    );
                  }}
                </For>
              </tbody>
            </table>
          </div>
          <details>
            <summary>{words().whatItMeans}</summary>
            <p class="prose">{words().accuracyWords}</p>
            <p class="faint" lang="en">{props.review.accuracy_definition}</p>
            <p class="faint" lang="en">{props.review.marks_definition}</p>
            <p class="faint">{props.review.engine}</p>
          </details>
        </section>
        <section class="card" aria-labelledby="moves">
          <h2 id="moves">{words().moves}</h2>
          <div class="tree">
            <For each={moves()}>
              {(mv, index) => (
                <span class="ply">
                  <Show when={mv.side === 'white' || index() === 0}>
                    <span class="number">{mv.number}</span>
                  </Show>
                  <button type="button" class="move mark" data-mark={mv.mark || undefined} aria-current={at() === index() + 1 ? 'true' : undefined} onClick={() => goTo(index() + 1)}>
                    {mv.played.san}
                    {mv.mark}
                  </button>{' '}
                </span>
              )}
            </For>
          </div>
        </section>
        <section class="card" aria-labelledby="next">
          <h2 id="next">{words().goOn}</h2>
          <div class="row">
            <For each={['white', 'black'] as const}>
              {side => (
                <button type="button" onClick={() => void practise(side)}>
                  {words().practise(name(side))}
                </button>
              )}
            </For>
            <button type="button" onClick={analyse}>
              {words().analyse}
            </button>
            <button type="button" onClick={() => download('pgn')}>
              {words().savePgn}
            </button>
            <button type="button" onClick={() => download('html')}>
              {words().saveHtml}
            </button>
          </div>
          <Show when={practised()}>
            <p>
              {practised()} <a href="/practice">{words().practice}</a>
            </p>
          </Show>
        </section>
      </div>
    </div>
  );
}
