import { requestLimits } from '../../service/http/rate-limit.ts';

export const windowMs = 60_000;

/** One request of a key: when it was sent and heard of, how it ended, and in which life of the database. */
export interface LimitCall {
  sentAt: number;
  /** For a lost one the last moment at which the database may still have admitted it. */
  heardAt: number;
  outcome: 'admitted' | 'limited' | 'lost';
  /** Undefined where the database was away meanwhile: a crash empties its windows, so that either side of it is right. */
  life: string | undefined;
}

/** How many requests the database admitted at each moment, in each of its lives. */
export type Moments = Map<string, Map<number, number>>;

/**
 * Holds the rate limit of a key against what its callers were told and what the database kept: in no 60 seconds of one
 * life of the database more than the limit, and a refusal only where so many may have been admitted before it.
 */
export function findLimitFaults(calls: readonly LimitCall[], moments: Moments): string[] {
  const lives = new Set(calls.flatMap(({ life }) => life ?? []));
  return [
    ...[...lives].flatMap((life) => findTooMany(calls.filter((call) => call.life === life))),
    ...[...moments.values()].flatMap(findTooManyKept),
    ...findWrongRefusals(calls),
  ];
}

/** Whoever was admitted was so between sending and hearing; counted are those that lie in one window for sure. */
function findTooMany(calls: readonly LimitCall[]): string[] {
  const admitted = calls.filter(({ outcome }) => outcome === 'admitted');
  const most = admitted.reduce((before, { sentAt: start }) => {
    const within = admitted.filter(({ sentAt, heardAt }) => sentAt >= start && heardAt < start + windowMs);
    return Math.max(before, within.length);
  }, 0);
  return most > requestLimits.key ? [`${most} callers were told in one minute that they were admitted`] : [];
}

function findTooManyKept(kept: ReadonlyMap<number, number>): string[] {
  const most = [...kept.keys()].reduce((before, end) => {
    const within = [...kept].filter(([at]) => at > end - windowMs && at <= end);
    return Math.max(
      before,
      within.reduce((sum, [, times]) => sum + times, 0),
    );
  }, 0);
  return most > requestLimits.key ? [`the database admitted ${most} requests in one minute`] : [];
}

function findWrongRefusals(calls: readonly LimitCall[]): string[] {
  const taking = calls.filter(({ outcome }) => outcome !== 'limited');
  return calls.flatMap(({ outcome, life, sentAt, heardAt }) => {
    if (outcome !== 'limited' || life === undefined) return [];
    const before = taking.filter(
      (call) => (call.life ?? life) === life && call.sentAt <= heardAt && call.heardAt > sentAt - windowMs,
    );
    return before.length < requestLimits.key ? [`refused after ${before.length} requests in one minute`] : [];
  });
}
