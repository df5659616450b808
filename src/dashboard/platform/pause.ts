/** Resolves when the browser has nothing else to do, after half a second at the latest. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 50);
  });
