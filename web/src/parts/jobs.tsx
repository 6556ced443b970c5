// The reviews that are ordered or done, as they are now.

import { For, Show, createSignal, onCleanup } from 'solid-js';
import { ask, watchJobs } from '../socket';
import type { JobFacts } from '../types';
import { words } from '../words';

/** All jobs, kept up to date while this part is shown. */
export function jobs(): () => JobFacts[] | undefined {
  const [all, setAll] = createSignal<JobFacts[]>();
  onCleanup(watchJobs(setAll));
  return all;
}

export const isOpen = (job: JobFacts | undefined): boolean => job?.state === 'waiting' || job?.state === 'running';

export const percent = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : `${value.toFixed(1)} %`);

/** How far a job is, in words; and what ends it. */
export function Progress(props: { job: JobFacts }) {
  return (
    <div class="row">
      <Show when={props.job.state === 'running'} fallback={<span class="faint">{props.job.fault ?? words().jobState(props.job.state, props.job.place)}</span>}>
        <progress max={Math.max(1, props.job.total)} value={props.job.done} aria-label={props.job.title} />
        <span class="faint">{words().positions(props.job.done, props.job.total)}</span>
      </Show>
      <Show when={isOpen(props.job)}>
        <button type="button" onClick={() => void ask({ type: 'cancel_job', job: props.job.job }, 'job').catch(() => undefined)}>
          {words().cancel}
        </button>
      </Show>
    </div>
  );
}

export function JobList(props: { jobs: JobFacts[] | undefined }) {
  return (
    <ul class="jobs">
      <For each={props.jobs} fallback={<li class="faint">{props.jobs ? words().noJobs : '…'}</li>}>
        {job => (
          <li class="card">
            <a href={`/review/${job.job}`}>{job.title}</a> <span class="faint">{`${job.result} · ${job.ordered} · ${words().cares[job.care]}`}</span>
            <Show when={job.state === 'done'} fallback={<Progress job={job} />}>
              <p>{words().accuracies(percent(job.accuracy?.white), percent(job.accuracy?.black))}</p>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}
