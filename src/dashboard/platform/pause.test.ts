import { onlineManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pauseUntilOnline } from './pause.ts';

// Other tests of this process may listen too.
const countListeners = () => (onlineManager as unknown as { listeners: Set<unknown> }).listeners.size;

test('a pause ends when the device is online again, and leaves no subscription however it ends', async () => {
  const before = countListeners();
  await pauseUntilOnline(0);
  expect(countListeners()).toBe(before);
  const waiting = pauseUntilOnline(60_000);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await waiting;
  expect(countListeners()).toBe(before);
});
