import {
  endOfClause,
  followedBy,
  maybe,
  notFollowedBy,
  longestOf,
  phrases,
  precededBy,
  sequence,
  upTo,
  wordLike,
} from './phrases.ts';
import { type AskContext, reject } from './pieces.ts';
import type { PhraseReader } from './sentence.ts';
import { placeWords } from './vocabulary.ts';

/* Words that no filter can express, with the reason as a sentence. */

type Rejection = readonly [reason: string, ...readers: readonly PhraseReader<unknown>[]];
const rejectAll = (context: AskContext, rejections: readonly Rejection[]): void => {
  for (const [reason, ...readers] of rejections) context.sentence.take(longestOf(...readers), reject(context, reason));
};

const area = phrases([...placeWords].join(' | '));
const clause = longestOf<unknown>(
  endOfClause,
  phrases(
    `with/that/which/who/since/raised/raising/backing/investing/over/under/after/before/between/last/this/founded |
    and have`,
  ),
);
const kindOfFund = phrases(
  `hedge/pension/mutual/university/endowment/corporate/impact/micro/pe/search/evergreen | sovereign wealth? |
  private/growth equity`,
);
const exclusions: readonly Rejection[] = [
  [
    'A search cannot exclude anything.',
    sequence(
      phrases(`that/who/which? have/has/did/do? not/never yet? raise/raised/lead/led/invest/invested |
        haven't/havent/hasn't/hasnt/didn't/didnt/don't raise/raised/lead/led/invest/invested`),
      upTo(endOfClause),
    ),
    sequence(
      phrases(
        `everywhere/anywhere/anything/everything but/except | w / o | except for/in? | excluding/exclude/without/never |
        excl .? | other than | outside of? | minus | apart from | but not | haven't/havent/hasn't/hasnt/didn't/didnt |
        don't/dont/doesn't/isn't/aren't`,
      ),
      upTo(clause),
    ),
    sequence(phrases('not'), notFollowedBy(phrases('more/less/only')), upTo(clause)),
    sequence(
      phrases('no'),
      notFollowedBy(phrases('more/less/fewer/later/earlier than')),
      followedBy(wordLike(/^\p{L}/u)),
      upTo(clause),
    ),
    sequence(
      phrases('non'),
      notFollowedBy(phrases('dilutive/equity/fungible/profit')),
      longestOf<unknown>(area, wordLike(/^[a-z]+$/)),
    ),
    sequence(phrases('ex'), area),
  ],
  [
    'A search finds those with any of several, not only those with all.',
    sequence(phrases('both'), followedBy(phrases('invested/backed/led'))),
    sequence(precededBy(phrases('in/backed/backing/back/funded/by')), phrases('both')),
  ],
];
const investorKinds: readonly Rejection[] = [
  [
    'There is no filter for the kind of an investor.',
    sequence(kindOfFund, followedBy(phrases('fund/vc/investor/firm'))),
    phrases('family office | accelerators/incubators | cvc/lp'),
  ],
];
/** Takes exclusions, and kinds of investors. */
export const takeUnfilterable = (context: AskContext): void =>
  rejectAll(context, context.subject === 'investors' ? [...exclusions, ...investorKinds] : exclusions);

const alert = phrases(
  `create/get/add/make? a/an? alert me? when/whenever/on/about/of/for/if/with? | set up a/an? alert for? |
  notify/email/ping me when/whenever/on/about/of/for/if? | notification when/on/about/of/for/if? |
  daily/weekly/monthly email/digest/update/report on/about/of/for/with? | tell me when/whenever/if |
  let me know when/whenever/if`,
);
/** Takes the wish for an alert, which is a search that is saved. */
export const takeAlert = (context: Pick<AskContext, 'sentence' | 'facts'>): void =>
  context.sentence.take(alert, reject(context, 'Run the search, then save it to see new rows.'));

const timePreposition = maybe(phrases('since/in/within/over/after/before/until/from/during the?'));
const unclearTimes: readonly Rejection[] = [
  [
    'A search finds rounds that were announced.',
    sequence(
      timePreposition,
      phrases('next/coming few? | next/coming couple of'),
      maybe(wordLike(/^\d{1,3}$/)),
      phrases('day/week/month/mo/quarter/year/yr'),
    ),
  ],
  [
    'Name the months: a season differs by place.',
    sequence(
      timePreposition,
      phrases('last/this/past? spring/summer/autumn/winter of?'),
      maybe(wordLike(/^(?:19|20)\d\d$/)),
    ),
  ],
];
/** Takes times that are no days of the past. */
export const takeUnclearTimes = (context: AskContext): void => rejectAll(context, unclearTimes);

export const valuationReason = 'There is no filter for valuations.';
/** What an amount next to these words is, which no filter has. */
export const otherFigures = [
  { noun: phrases('valued/valuation of/at?'), reason: valuationReason },
  {
    noun: phrases('annual/yearly/recurring? recurring? revenue | arr/mrr/turnover/profit/ebitda'),
    reason: 'There is no filter for revenue.',
  },
  {
    noun: phrases('fund size? | assets? under management | aum'),
    reason: 'There is no filter for the size of a fund.',
  },
];
/** What a period after these words dates, which no filter has. */
export const otherEvents = [
  {
    noun: phrases('founded/established/incorporated/formed/launched/started'),
    reason: 'There is no filter for the day of the founding.',
  },
  {
    noun: phrases('acquired/acquisition/bought/sold/exited/exit/delisted/ipo/listed/ipoed | went/gone/going public'),
    reason: 'There is no filter for the day of an exit.',
  },
];
