// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DetailPanel } from './detail-panel.tsx';

afterEach(cleanup);

/** A list with one tab stop, and the panel of the open record. */
function Records() {
  const [open, setOpen] = useState<number>();
  const row = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={row} type="button" onClick={() => setOpen((open ?? 0) + 1)}>
        Row
      </button>
      {open !== undefined && (
        <DetailPanel
          id={String(open)}
          title={`Record ${open}`}
          wide
          step={{ place: `${open} of 9`, onStep: (by) => setOpen(open + by) }}
          opener={() => row.current}
          onClose={() => setOpen(undefined)}
        >
          <button type="button" onClick={() => setOpen(open + 1)}>
            Of record {open}
          </button>
        </DetailPanel>
      )}
    </>
  );
}

const findPanel = () => screen.getByRole('complementary', { name: 'Details' });
const findButton = (name: string) => screen.getByRole('button', { name });

test('opening moves the focus into the panel, closing moves it back', async () => {
  const user = userEvent.setup();
  render(<Records />);
  await user.click(findButton('Row'));
  expect(document.activeElement).toBe(findPanel());
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(findButton('Row'));
});

test('another record leaves the focus where it is', async () => {
  const user = userEvent.setup();
  render(<Records />);
  await user.click(findButton('Row'));
  await user.click(findButton('Row'));
  expect(document.activeElement).toBe(findButton('Row'));
  await user.click(findButton('Next row'));
  expect(document.activeElement).toBe(findButton('Next row'));
});

test('a record that takes the focused control away leaves the focus in the panel', async () => {
  const user = userEvent.setup();
  render(<Records />);
  await user.click(findButton('Row'));
  await user.click(findButton('Of record 1'));
  expect(document.activeElement).toBe(findPanel());
});
