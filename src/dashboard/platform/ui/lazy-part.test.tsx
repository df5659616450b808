// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

test('a part whose code is gone says so in its place, and leaves the rest of the screen and what is typed', async () => {
  const Part = lazyPart<() => null>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  render(
    <main>
      <input aria-label="Note" defaultValue="typed" />
      <Suspense>
        <Part />
      </Suspense>
    </main>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('A new version is ready');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed');
});
