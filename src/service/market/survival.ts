/** How long something was observed, in days, and whether it ended in the event or is still open. */
export type Observation = { readonly days: number; readonly isEvent: boolean };

/** The 97.5th percentile of the normal distribution: 95 % lie within as many deviations on either side. */
const deviations95 = 1.96;

export type Share = { readonly share: number; readonly low: number; readonly high: number };

/**
 * The share that has had the event by some days, as Kaplan and Meier estimate it from observations of different length,
 * with the 95 % interval by Greenwood's variance. Events come before the ends of observation on the same day.
 */
export function estimateShares(observations: readonly Observation[], days: readonly number[]): Share[] {
  const ordered = observations.toSorted((a, b) => a.days - b.days || Number(b.isEvent) - Number(a.isEvent));
  let [atRisk, surviving, variance, next] = [ordered.length, 1, 0, 0];
  return days.map((day) => {
    while (next < ordered.length && (ordered[next] as Observation).days <= day) {
      const at = (ordered[next] as Observation).days;
      let [events, ended] = [0, 0];
      for (; next < ordered.length && ordered[next]?.days === at; next += 1) {
        if (ordered[next]?.isEvent) events += 1;
        ended += 1;
      }
      surviving *= 1 - events / atRisk;
      if (atRisk > events) variance += events / (atRisk * (atRisk - events));
      atRisk -= ended;
    }
    const reach = deviations95 * surviving * Math.sqrt(variance);
    const share = 1 - surviving;
    return { share, low: Math.max(0, share - reach), high: Math.min(1, share + reach) };
  });
}
