const shown = 10;

/** Lines with the names of what took longest; durations are in milliseconds. */
export function listSlowest(title: string, durations: ReadonlyMap<string, number>): string[] {
  const slowest = [...durations].toSorted(([, one], [, other]) => other - one).slice(0, shown);
  return [`${title}:`, ...slowest.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)];
}
