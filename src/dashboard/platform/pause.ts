import { onlineManager } from '@tanstack/react-query';

/** Resolves after this many milliseconds; by default once the browser has handled waiting input. */
export const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves after this many milliseconds, or as soon as this device is online again. */
export async function pauseUntilOnline(ms: number | undefined): Promise<void> {
  let stop = (): void => undefined;
  const online = new Promise<void>((resolve) => {
    stop = onlineManager.subscribe((isOnline) => isOnline && resolve());
  });
  await Promise.race([pause(ms), online]);
  stop();
}
