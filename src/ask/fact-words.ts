import { boundsOf } from './bounds.ts';
import { readPeriodWords } from './date-words.ts';
import { readEmployees } from './employee-words.ts';
import { readBounds, readCount, unusableAmount } from './figure-words.ts';
import {
  atEnd,
  convert,
  followedBy,
  maybe,
  longestOf,
  phrases,
  precededBy,
  sequence,
  table,
  wordLike,
} from './phrases.ts';
import { rejectCareers, takePersonFacts } from './person-words.ts';
import { add, type AskContext, type Meaning, reject } from './pieces.ts';
import { readRounds, unknownRound } from './round-words.ts';
import type { PhraseReader, Sentence, TokenRange } from './sentence.ts';
import { sorts } from './sort-words.ts';
import { isRaising } from './subject-words.ts';
import {
  otherEvents,
  otherFigures,
  takeUnclearTimes,
  takeUnfilterable,
  valuationReason,
} from './unfilterable-words.ts';

/** Takes everything in a sentence that needs no search by name. */
export function takeFacts(context: AskContext): void {
  const { sentence, subject } = context;
  takeUnfilterable(context);
  takeOrder(context);
  if (subject === 'people' || subject === 'angels') takePersonFacts(context);
  else rejectCareers(context);
  // The number of results is shown with every search.
  sentence.take(longestOf<unknown>(allTime, phrases('number/count of | how many')), () => true);
  takeEmployees(context);
  takeMoney(context);
  takeRounds(context);
  takeDates(context);
  if (subject === 'investors' || subject === 'angels') takeActivity(context);
  sentence.take(ipoStatus, add(context, 'ipoStatus'));
}

const allTime = phrases('of? all time');
const shortNumber = wordLike(/^\d{1,3}$/);
const isFirst = precededBy(phrases('top/first'));
const isOrdered = followedBy(phrases('largest/biggest/newest/latest/oldest/smallest/most/best/top'));
const ofOther = phrases('%/percent/m/million/day/week/month/year/quarter');
/** "top 10", "5 largest" */
const limit: PhraseReader<number> = (view, at) => {
  const match = shortNumber(view, at);
  if (!match || ofOther(view.sentence.whole, match.to)) return undefined;
  const value = Number(match.value);
  return (isFirst(view, at) ?? isOrdered(view, match.to)) && value >= 1 && value <= 500
    ? { to: match.to, value }
    : undefined;
};

const isCount = (sort: string): boolean => sort === 'active' || sort === 'total';

function takeOrder({ sentence, subject, facts }: AskContext): void {
  sentence.take(limit, (value) => {
    facts.limit ??= value;
  });
  sentence.take(sorts[subject], (sort, range) => {
    // "top 10 largest" says it twice, and so does "top investors by number of deals".
    if (facts.order) return facts.order.sort === sort || (isCount(sort) && isCount(facts.order.sort));
    facts.order = { ...range, sort };
    return true;
  });
}

const investing = longestOf<unknown>(
  wordLike(/^invest(?:s|ed|ing|ments?)?$/),
  phrases('back/backed/backing/funded/funding/led/lead/portfolio/company/startup/deal/round'),
);
function takeEmployees(context: AskContext): void {
  const { sentence, subject } = context;
  sentence.take(readEmployees, (ranges, range) => {
    const canOwn = subject === 'investors' || subject === 'angels';
    const isOwn = canOwn && !sentence.has(investing, { from: 0, to: range.from });
    return add(context, isOwn ? 'ownEmployees' : 'employees')([ranges], range);
  });
}

const totals = phrases('total/overall/altogether/cumulative/lifetime | to date | all rounds | so far | all in all');
const ofRound = longestOf<unknown>(
  phrases('round/deal/check/cheque/ticket/seed/preseed/latest/financing | last raise/raised'),
  sequence(phrases('series'), wordLike(/^[a-z]$/)),
);
const ofDeal = phrases('round/deal/raises');
const worth = longestOf<unknown>(phrases('valued/valuation'), sequence(phrases('worth'), wordLike(/^(?!of$|up$)/)));

function takeMoney(context: AskContext): void {
  const { sentence } = context;
  const currency = 'Amounts are compared in US dollars.';
  sentence.take(unusableAmount, reject(context, currency));
  sentence.take(readBounds, ({ min, max }, range) => {
    if (min === max && isRaising(sentence))
      return reject(context, 'Write the size of the rounds as a range, such as $1M to $5M.')(min, range);
    const other = findOtherFigure(sentence, range);
    if (other) {
      sentence.mark(other);
      return context.facts.unread.push(other);
    }
    const near = { from: range.from - 4, to: range.to + 2 };
    if (sentence.has(worth, near) && !sentence.has(ofDeal, near)) return reject(context, valuationReason)(min, range);
    const size: Meaning = sentence.has(ofRound, near) ? 'size' : 'amount';
    return add(context, sentence.has(totals, near) ? 'totalRaised' : size)([min, max], range);
  });
}

const joining = maybe(phrases('of/at/is/in'));
/** An amount with the noun next to it that no filter has: "revenue over $10M", "$2M in ARR". */
function findOtherFigure({ whole }: Sentence, { from, to }: TokenRange) {
  for (const { noun, reason } of otherFigures) {
    const before = [1, 2, 3].find((length) => sequence(noun, joining)(whole, from - length)?.to === from);
    const after = sequence(joining, noun)(whole, to);
    if (before !== undefined || after) return { from: from - (before ?? 0), to: after?.to ?? to, reason };
  }
  return undefined;
}

function takeRounds(context: AskContext): void {
  const { sentence } = context;
  sentence.take(readRounds, (rounds, range) => add(context, 'round')([rounds], range));
  sentence.take(unknownRound, (round, range) => {
    const name = sentence.words(range).replace(/[ -]rounds?$/i, '');
    return reject(context, `There is no round called ${name}.`)(round, range);
  });
}

const added = phrases('added | added to database/system');
const isAdded = precededBy(phrases('added on? | added to database/system on?'));
/** Only the period is left out: that a company is listed is a filter. */
const listed = precededBy(phrases('went/gone/going public | listed/ipoed'));
const ofAnything = precededBy(phrases('round/deal launched/started'));

function takeDates(context: AskContext): void {
  const { sentence, facts } = context;
  takeUnclearTimes(context);
  sentence.take(readPeriodWords, ({ from, to, order }, range) => {
    const { whole, unread } = sentence;
    const event = otherEvents.find(({ noun }) => precededBy(noun)(whole, range.from));
    if (!event || ofAnything(whole, range.from))
      return add(context, isAdded(whole, range.from) ? 'added' : 'announced')([from, to], range, order);
    const isOpen = !listed(whole, range.from) && event.noun(unread, range.from - 1)?.to === range.from;
    const words = { from: isOpen ? range.from - 1 : range.from, to: range.to };
    sentence.mark(words);
    return facts.unread.push({ ...words, reason: event.reason });
  });
  if (facts.pieces.some(({ means }) => means === 'added')) sentence.take(added, () => true);
}

const dealNoun = phrases('deal/investment/round/company/startup/bets/check/times');
/** A minimum number of deals: "at least 3 seed deals", "5 or more investments", "10+ deals". */
const dealCount = convert(sequence(boundsOf(readCount), followedBy(dealNoun, 5)), ([{ min, above }]) => {
  const count = min ?? (above === undefined ? 0 : above + 1);
  return count > 0 ? [count] : undefined;
});
const lead = table([['as lead investor? | co? led | lead/leading', [true]]]);
const investedAs = table([
  ['angel | individual investor', ['angel']],
  ['partner | gps', ['institutional']],
]);

/** How an investor took part: as lead, how often, as angel. */
function takeActivity(context: AskContext): void {
  const { sentence, subject } = context;
  sentence.take(dealCount, add(context, 'matchingDeals'));
  sentence.take(lead, add(context, 'led'));
  if (subject === 'angels') sentence.take(investedAs, add(context, 'investedAs'));
}

const ofCompany = followedBy(phrases('company/start/startup/firm/business/employer'), 3);
const ipoStatus = longestOf<readonly unknown[]>(
  table([
    ['publicly traded/listed/held | ipoed | went/gone public', [['public']]],
    ['privately held', [['private']]],
    ['acquired', [['acquired']]],
    ['delisted', [['delisted']]],
  ]),
  convert(sequence(phrases('listed'), longestOf<unknown>(ofCompany, phrases('on'), atEnd)), () => [['public']]),
  convert(sequence(wordLike(/^(?:public|private)$/), ofCompany), ([status]) => [[status]]),
);
