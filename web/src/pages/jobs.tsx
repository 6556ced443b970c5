// What is being done, and what was.

import { JobList, jobs } from '../parts/jobs';
import { words } from '../words';

export function Jobs() {
  const all = jobs();
  return (
    <div class="text">
      <h1>{words().jobs}</h1>
      <p class="prose">{words().jobsLead}</p>
      <JobList jobs={all()} />
    </div>
  );
}
