import { onlineManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pauseUntilOnline } from './wait-until-idle.ts';

test('a pause ends when the device is online again, and leaves no subscription however it ends', async () => {
  await pauseUntilOnline(0);
  expect(onlineManager.hasListeners()).toBe(false);
  const waiting = pauseUntilOnline(60_000);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await waiting;
  expect(onlineManager.hasListeners()).toBe(false);
});
