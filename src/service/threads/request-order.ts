/** How many light requests are served in a row while a heavy one waits. */
const lightInARow = 4;

/** Requests that wait for a thread, which serves one at a time. */
type RequestOrder<T> = {
  readonly add: (request: T, isHeavy: boolean) => void;
  /** The request to serve next; undefined if none waits. */
  readonly take: () => T | undefined;
};

/**
 * Light requests first, each kind in order of arrival. While both wait, one of every five served is heavy: a light
 * request waits for at most one heavy one per four light ones, and heavy ones are never put off for good.
 */
export function createRequestOrder<T>(): RequestOrder<T> {
  const waiting = { light: new Array<T>(), heavy: new Array<T>() };
  let inARow = 0;
  return {
    add(request, isHeavy) {
      waiting[isHeavy ? 'heavy' : 'light'].push(request);
    },
    take() {
      const isLight = waiting.heavy.length === 0 || (waiting.light.length > 0 && inARow < lightInARow);
      inARow = isLight && waiting.heavy.length > 0 ? inARow + 1 : 0;
      return waiting[isLight ? 'light' : 'heavy'].shift();
    },
  };
}
