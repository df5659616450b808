import { requestLimits } from '../../service/http/rate-limit.ts';

export const windowMs = 60_000;

/** One request with a key: when it was sent and answered, its outcome, and the run (epoch) of the database. */
export interface LimitCall {
  sentAt: number;
  /** For a lost one, the last time at which the database may still have admitted it. */
  reportedAt: number;
  outcome: 'admitted' | 'limited' | 'lost';
  /** Undefined if the database crashed during the request: a crash empties its windows, so either outcome is right. */
  epoch: string | undefined;
}

/** Number of requests admitted at each millisecond, per epoch of the database. */
export type AdmissionTimes = Map<string, Map<number, number>>;

/**
 * Compares the rate limit of a key with what its callers saw and what the database stored: no more than the limit in
 * any 60 seconds of one epoch, and a 429 only after that many requests may have been admitted.
 */
export function findLimitFaults(calls: readonly LimitCall[], admissions: AdmissionTimes): string[] {
  const epochs = new Set(calls.flatMap(({ epoch }) => epoch ?? []));
  return [
    ...[...epochs].flatMap((epoch) => findTooMany(calls.filter((call) => call.epoch === epoch))),
    ...[...admissions.values()].flatMap(findTooManyStored),
    ...findWrongRejections(calls),
  ];
}

/** Counts the requests that were sent and answered within one window. */
function findTooMany(calls: readonly LimitCall[]): string[] {
  const admitted = calls.filter(({ outcome }) => outcome === 'admitted');
  const max = admitted.reduce((before, { sentAt: start }) => {
    const within = admitted.filter(({ sentAt, reportedAt }) => sentAt >= start && reportedAt < start + windowMs);
    return Math.max(before, within.length);
  }, 0);
  return max > requestLimits.key ? [`${max} requests were answered in one minute`] : [];
}

function findTooManyStored(stored: ReadonlyMap<number, number>): string[] {
  const max = [...stored.keys()].reduce((before, end) => {
    const within = [...stored].filter(([at]) => at > end - windowMs && at <= end);
    return Math.max(
      before,
      within.reduce((sum, [, times]) => sum + times, 0),
    );
  }, 0);
  return max > requestLimits.key ? [`the database admitted ${max} requests in one minute`] : [];
}

function findWrongRejections(calls: readonly LimitCall[]): string[] {
  const counted = calls.filter(({ outcome }) => outcome !== 'limited');
  return calls.flatMap(({ outcome, epoch, sentAt, reportedAt }) => {
    if (outcome !== 'limited' || epoch === undefined) return [];
    const before = counted.filter(
      (call) => (call.epoch ?? epoch) === epoch && call.sentAt <= reportedAt && call.reportedAt > sentAt - windowMs,
    );
    return before.length < requestLimits.key ? [`rejected after ${before.length} requests in one minute`] : [];
  });
}
