/**
 * A clock in milliseconds that follows the system's but never goes back: when the system's is set back, this one keeps
 * its time and pace, so that no window stays full longer than it should.
 */
export function createSteadyClock(): () => number {
  let offset = -Infinity;
  return () => {
    const elapsed = performance.now();
    offset = Math.max(offset, Date.now() - elapsed);
    return Math.round(offset + elapsed);
  };
}
