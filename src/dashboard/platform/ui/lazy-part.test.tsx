// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lazyPart, Fallback } from './lazy-part.tsx';

test('a part whose code cannot be loaded shows that in its place, and keeps the rest of the screen and what is typed', async () => {
  const Part = lazyPart<() => null>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  render(
    <main>
      <input aria-label="Note" defaultValue="typed" />
      <Part />
    </main>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('A new version is ready');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed');
});

test('the fallback is shown until the code of a part has loaded, not in nested parts, and never again', async () => {
  const Inner = lazyPart<() => string>(() => new Promise(() => undefined));
  const Outer = lazyPart(() =>
    Promise.resolve(() => (
      <p>
        outer
        <Inner />
      </p>
    )),
  );
  const page = (
    <Fallback value="room">
      <Outer />
    </Fallback>
  );
  const { container, unmount } = render(page);
  expect(container.textContent).toBe('room');
  expect((await screen.findByText('outer')).textContent).toBe('outer');
  expect(container.textContent).toBe('outer');
  unmount();
  expect(render(page).container.textContent).toBe('outer');
});

test('a part that is known to be needed loads at once, and its first render shows it', async () => {
  const loading = Promise.resolve(() => <p>rows</p>);
  const Rows = lazyPart(() => loading, true);
  await loading;
  expect(render(<Rows />).container.textContent).toBe('rows');
});
