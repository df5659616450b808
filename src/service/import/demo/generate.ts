import type { SourceRecord } from '../records.ts';
import { buildCompany } from './companies.ts';
import { countPartners, toFirm } from './firms.ts';
import type { Market } from './market.ts';
import { drawAngel } from './people.ts';
import { openDemoPlaces } from './places.ts';
import { openRandom } from './random.ts';

export type DemoSize = { companies: number; deals: number; seed: number; today: string };

/**
 * An invented market: the same size, seed and day always give the same records. Everything is made from its own number,
 * so nothing is remembered and a million deals need no more memory than ten.
 */
export function* generateDemo({ companies, deals, seed, today }: DemoSize): Generator<SourceRecord> {
  const market: Market = {
    seed,
    today: Date.parse(`${today}T00:00:00Z`),
    firmCount: Math.max(1, Math.round(companies * 0.3)),
    angelCount: Math.round(companies * 0.15),
    toHome: openDemoPlaces(),
  };
  let people = Math.round(companies * 1.5) - market.angelCount;
  for (let index = 0; index < market.firmCount; index += 1) {
    people -= countPartners(market, index);
    yield* toFirm(market, index);
  }
  for (let index = 0; index < market.angelCount; index += 1) yield drawAngel(market, index);
  yield* spread(market, companies, deals, Math.max(0, people));
}

/** The first companies that raise did so on each of the last days, so that the last week is never empty. */
const busyDays = 7;

/** Companies with their rounds and founders: a few with many, many with a few, exactly so many in all. */
function* spread(market: Market, companies: number, deals: number, founders: number): Generator<SourceRecord> {
  const getWeight = (index: number) => 0.35 + openRandom(market.seed, 'weight', index).next() ** 4 * 3;
  let total = 0;
  for (let index = 0; index < companies; index += 1) total += getWeight(index);
  let reached = 0;
  let active = 0;
  const given = { rounds: 0, founders: 0 };
  for (let index = 0; index < companies; index += 1) {
    reached += getWeight(index);
    const share = index === companies - 1 ? 1 : reached / total;
    const due = { rounds: Math.floor(share * deals), founders: Math.floor(share * founders) };
    const isBusy = due.rounds > given.rounds && active < busyDays;
    yield* buildCompany(market, index, {
      roundCount: due.rounds - given.rounds,
      founderCount: due.founders - given.founders,
      newestDaysAgo: isBusy ? active++ : undefined,
    });
    Object.assign(given, due);
  }
}
