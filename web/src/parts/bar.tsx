// The bar beside the board: how much of the point White may expect.

import { words } from '../words';

export function Bar(props: { expectation: number | undefined; text: string; flipped: boolean }) {
  const white = (): number => Math.round(1000 * (props.expectation ?? 0.5)) / 10;
  return (
    <div class="bar" classList={{ flipped: props.flipped }} role="img" aria-label={words().bar(props.text, white())}>
      <div style={{ height: `${white()}%` }} />
    </div>
  );
}
