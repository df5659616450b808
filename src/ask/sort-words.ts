import { convert, maybe, notFollowedBy, longestOf, phrases, sequence, table } from './phrases.ts';
import type { Subject } from './pieces.ts';
import type { PhraseReader } from './sentence.ts';
import { placeWords } from './vocabulary.ts';

/** The words of the orders of a subject. */
type Orders = Readonly<Record<string, string>>;
const readOrder = (orders: Orders): PhraseReader<string> =>
  table(Object.entries(orders).map(([sort, words]) => [words, sort] as const));

const latestOnes = convert(
  // "whose latest round was a Series A" is no order.
  sequence(phrases('latest | most recent'), notFollowedBy(phrases('round'), 2)),
  () => 'most_recent_raise',
);
// This order counts the deals of a year by itself.
const mostLed = convert(
  sequence(
    phrases('led/lead/leading most deal/round? | most active? lead/leading deal? | top/biggest lead'),
    maybe(phrases('in/over? last/past year | in/over? last/past 12/twelve months')),
  ),
  () => 'deals_led_ltm',
);

const place = phrases([...placeWords].filter((name) => name.startsWith('new ')).join(' | '));
/** "new deals", but not "New York". */
const newOnes =
  (sort: string): PhraseReader<string> =>
  (view, at) =>
    view.at(at)?.text === 'new' && !place(view, at) ? { to: at + 1, value: sort } : undefined;

/** The order that words name, by subject. "active" and "total" count the deals that match, or all of them. */
export const sorts: Readonly<Record<Subject, PhraseReader<string>>> = {
  deals: longestOf(
    newOnes('most_recent_deal'),
    readOrder({
      largest_raise: 'largest/biggest/top/highest | by round? size/amount',
      smallest_raise: 'smallest/tiniest/cheapest',
      oldest_deal: 'oldest/earliest',
      most_recent_deal: 'newest/latest/recent ones? | most recent ones? | most recently | by date/recency',
    }),
  ),
  companies: longestOf(
    newOnes('most_recent_founded'),
    readOrder({
      most_recent_founded: `most? recently/newly/just/freshly founded/formed/established/started/launched |
        founded/started recently/lately | youngest/newest/young`,
      oldest_founded: 'oldest',
      most_recent_raise: `most? recently/newly/just/freshly funded/raised/financed | funded/raised recently |
        latest raise/funding | most recent raise/funding`,
      largest_valuation: 'most highly? valuable/valued | highest/largest valued/valuation | by valuation',
      smallest_valuation: 'least valuable | lowest valued/valuation',
      most_funding_rounds: 'most funding? round | by number? of? funding? round',
      most_investors: 'most investor/backer/backed | largest number of investor | by number? of? investor',
      smallest_total_raise: 'least/worst funded/financed/raised/funding | raised least money/funding? | smallest',
      largest_total_raise: `best/most/top/highest/well funded/financed/capitalized/capitalised |
        raised? most funding/money/capital/raised raised? | raised most | largest/biggest/top |
        by total? funding/raised | by amount/capital raised`,
    }),
    latestOnes,
  ),
  investors: longestOf(
    mostLed,
    readOrder({
      total: `most deal/investment | by number/count of deal/investment? | by deal count? `,
      active: `most active/prolific/frequent/busy | busiest/top/biggest/largest | by activity | by matching deal`,
      most_recent_deal: 'most? recently active | newest/latest | most recent',
    }),
  ),
  people: readOrder({
    name: 'alphabetical/alphabetically | by name',
    latest_deal_size: 'largest/biggest latest/last? round',
    total_raised: `best/most/top funded | raised most money/funding? | most funding/money/raised | largest/biggest`,
  }),
  angels: readOrder({
    name: 'alphabetical/alphabetically | by name',
    lead_deal_count: 'led most deal/round? | most lead',
    total: 'most deal/investment | by number? of? deal',
    active: 'most active/prolific | busiest/top | by activity | by investment',
    most_recent_deal_date: 'newest/latest | most recent',
  }),
};
