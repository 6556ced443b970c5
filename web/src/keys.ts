// Keys that work wherever no text is written.

import { onCleanup } from 'solid-js';

export function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

/** What each key does while this part is shown. The board and its buttons keep the keys that are theirs. */
export function keys(table: Record<string, () => void>): void {
  const hear = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target) || event.defaultPrevented) return;
    const onButton = event.target instanceof HTMLElement && event.target.matches('button, a, summary');
    if (onButton && (event.key === ' ' || event.key === 'Enter')) return;
    const act = table[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', hear);
  onCleanup(() => removeEventListener('keydown', hear));
}
