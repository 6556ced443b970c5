// What went wrong, where it went wrong, in the words of the program.

import { Show } from 'solid-js';
import { Problem } from '../socket';
import { words } from '../words';

export const wordsOf = (error: unknown): string =>
  error instanceof Problem && error.code === 'connection' ? words().lost : error instanceof Error ? error.message : String(error);

export function Complaint(props: { words: string | undefined }) {
  return (
    <Show when={props.words}>
      <p class="complaint" role="alert">
        {props.words}
      </p>
    </Show>
  );
}
