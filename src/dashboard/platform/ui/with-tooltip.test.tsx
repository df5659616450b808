// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WithTooltip } from './with-tooltip.tsx';

afterEach(cleanup);

test.each([
  [20, 'below'],
  [400, 'above'],
])('at %i px from the top the sentence is %s its control, and a press hides it', (top, side) => {
  render(
    <WithTooltip id="plan" text="25 deals">
      <button type="button">Unlock</button>
    </WithTooltip>,
  );
  const frame = screen.getByRole('presentation');
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect);
  fireEvent.pointerEnter(frame);
  expect(screen.getByRole('tooltip', { hidden: true }).className).toContain(
    side === 'below' ? 'top-full' : 'bottom-full',
  );
  fireEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
  fireEvent.pointerLeave(frame);
  expect(screen.getByRole('tooltip', { hidden: true })).toBeTruthy();
});
