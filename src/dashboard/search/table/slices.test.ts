import { expect, test } from 'vitest';
import { noteScrolling, runInSlices, type SlicedWork } from './slices.ts';

function* buildWork(): SlicedWork<string> {
  yield;
  return 'done';
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('work waits while the user scrolls, unless someone waits for it', async () => {
  const done: string[] = [];
  noteScrolling();
  runInSlices(buildWork(), () => done.push('background'));
  runInSlices(buildWork(), () => done.push('awaited'), true);
  await wait(50);
  noteScrolling();
  await wait(70);
  expect(done).toEqual(['awaited']);
  await wait(200);
  expect(done).toEqual(['awaited', 'background']);
});
