import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { callAfterFreeTime } from './pool-client.ts';

/** Blocks the event loop, as the generation of many records does. */
const keepBusy = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('time in which the program itself was busy does not count against the server', async () => {
  const onTimeout = vi.fn();
  const cancel = callAfterFreeTime(200, onTimeout);
  for (let round = 0; round < 3; round += 1) {
    keepBusy(250);
    // The response that arrived in the meantime is read now.
    await sleep(1);
  }
  expect(onTimeout).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onTimeout).toHaveBeenCalledOnce());
  cancel();
});

test('a cancelled limit is never reached', async () => {
  const onTimeout = vi.fn();
  callAfterFreeTime(20, onTimeout)();
  await sleep(60);
  expect(onTimeout).not.toHaveBeenCalled();
});
