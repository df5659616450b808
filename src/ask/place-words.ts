import { readCityInArea, readIndustryName, readPlaceName, readQualifiedPlace, type FoundName } from './name-words.ts';
import { listMark, maybe, notFollowedBy, longestOf, phrases, precededBy, sequence, upTo, wordLike } from './phrases.ts';
import { add, type AskContext, reject } from './pieces.ts';
import type { PhraseReader, Sentence, TokenRange } from './sentence.ts';
import { fillers, placeNames, placeWords, stateCodes, wellKnownAreas, wellKnownCities } from './vocabulary.ts';

/** Adds a place or an industry, as a choice if there are several; marks its words. */
export function addNames(
  context: AskContext,
  means: 'location' | 'ownLocation' | 'industry',
  range: TokenRange,
  names: readonly FoundName[],
): true {
  if (names.length > 1) context.facts.choices.push({ ...range, means, candidates: names });
  else add(context, means)([names], range);
  context.sentence.mark(range);
  return true;
}

const investing = longestOf<unknown>(
  wordLike(/^invest(?:s|ed|ing)?$/),
  phrases(
    `back/backed/backing/funded/funding/led/leading/portfolio/deal/round/participated/wrote/writing/did/made |
    investor/lead for | that/who do | company/startup/business`,
  ),
);
const companyEnd = precededBy(phrases('company/startup/business/founder'));
/** Whether a place is the investor's own, not that of what it invests in. */
function placeOf({ subject, sentence }: AskContext, at: number, isBased = false): 'location' | 'ownLocation' {
  if (subject !== 'investors' && subject !== 'angels') return 'location';
  const isOfCompany = isBased ? companyEnd(sentence.whole, at) : sentence.has(investing, { from: 0, to: at });
  return isOfCompany ? 'location' : 'ownLocation';
}

const ofCompanies = phrases('company/startup/business/deal/round/founder/team');
const ofInvestors = phrases('investor/vc/fund/angel/firm/partners');
/** "London investors" are in London, "investors in London startups" need not be. */
export function placeOfAdjective(context: AskContext, { from, to }: TokenRange): 'location' | 'ownLocation' {
  const next = { from: to, to: to + 4 };
  const isOfCompany = context.sentence.has(ofCompanies, next) && !context.sentence.has(ofInvestors, next);
  return isOfCompany ? 'location' : placeOf(context, from);
}

const based = phrases("based/headquartered/located/living/hq/hqd/hq'd");
const preposition = sequence(
  maybe(phrases('founded/operating/headquarters/offices')),
  longestOf<unknown>(
    phrases('in/from/near/across/around/throughout/within the? | out of the? | active in the?'),
    sequence(precededBy(phrases('invest/invested/investing/money/capital/check/deal/round')), phrases('into the?')),
  ),
);
const endOfList = longestOf<unknown>(
  wordLike(/^[;.?!(]$/),
  phrases(
    `that/which/who/whose/with/since/raised/raising/over/under/after/before/between/last/this/founded/is/are/was/has/have |
    having/by/for/to/from/in/at/on/of/led/doing/building/using/working/where/now/sorted/ranked/ordered/investing/via`,
  ),
);
const backers = phrases('investor/vc/fund/backer is/are?');

/** Lists after "in" or "from": "in Boston, San Francisco or NYC", "in semiconductors and drones". */
export async function takePrepositions(context: AskContext): Promise<void> {
  const { sentence, subject } = context;
  const isOfRound = subject === 'deals' || subject === 'companies';
  for (let at = 0; at < sentence.tokens.length; at += 1) {
    const isBased = based(sentence.unread, at);
    const match = preposition(sentence.unread, isBased?.to ?? at);
    if (!match) continue;
    const list = upTo(endOfList)(sentence.unread, match.to)?.value ?? { from: at, to: at };
    const backer = [1, 2].find((length) => isOfRound && backers(sentence.unread, at - length)?.to === at);
    if (backer !== undefined) {
      const range = { from: at - backer, to: list.to };
      reject(context, 'There is no filter here for where investors are.')(undefined, range);
      sentence.mark(range);
    } else if (await takeList(context, list, placeOf(context, at, isBased !== undefined)))
      sentence.mark({ from: at, to: match.to });
  }
}

function splitList(sentence: Sentence, { from, to }: TokenRange): TokenRange[] {
  const parts: TokenRange[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const mark = listMark(sentence.unread, at);
    if (!mark) continue;
    parts.push({ from: start, to: at });
    start = mark.to;
    at = mark.to - 1;
  }
  return [...parts, { from: start, to }].filter((part) => part.to > part.from);
}

/** Takes places and industries of a list; false if its first item is neither. */
export async function takeList(
  context: AskContext,
  range: TokenRange,
  means: 'location' | 'ownLocation',
): Promise<boolean> {
  const { sentence, searches } = context;
  const parts = splitList(sentence, range);
  // "Trinidad and Tobago"
  if (parts.length > 1 && / and | & /.test(sentence.words(range)) && (await takeName(context, range, means)))
    return true;
  let hasTaken = false;
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next] = [parts[at], parts[at + 1]];
    if (!part) continue;
    const isQualified = next?.from === part.to + 1 && sentence.tokens[part.to]?.text === ',';
    const place =
      next && isQualified
        ? await readQualifiedPlace(sentence.words(part), sentence.words(next), parts.length === 2, searches)
        : undefined;
    if (next && place) {
      hasTaken = addNames(context, means, { from: part.from, to: next.to }, [place]);
      at += 1;
      continue;
    }
    const isTaken = await takeLongest(context, part, means);
    if (!isTaken && at === 0) return false;
    hasTaken ||= isTaken;
  }
  return hasTaken;
}

const maxNameWords = 6;
/** Takes the longest sequence of words, from the first, that names a place or an industry. */
async function takeLongest(
  context: AskContext,
  { from, to }: TokenRange,
  means: 'location' | 'ownLocation',
): Promise<boolean> {
  const { sentence } = context;
  for (let end = Math.min(to, from + maxNameWords); end > from; end -= 1) {
    const rest = sentence.tokens.slice(end, to).filter(({ text }) => !/^[,.]$/.test(text));
    // "in hospital billing": the first words alone would change the meaning.
    const isTail = rest.every(({ text }) => fillers.has(text) || /^(?:space|vertical)$/.test(text));
    if (!(await takeName(context, { from, to: end }, means, isTail))) continue;
    if (isTail) sentence.mark({ from, to });
    return true;
  }
  return false;
}

const afterVerb = precededBy(
  phrases('show/give/tell/find/get/send/bring/help/let/fund/back/join/contact/for/to/with/of/about/like/by'),
);
/** "us" after a verb or a preposition that is not one of place; otherwise it is a country, as "US" always is. */
const isPronoun = (sentence: Sentence, range: TokenRange): boolean =>
  sentence.words(range) === 'us' && afterVerb(sentence.whole, range.from) !== undefined;

async function takeName(
  context: AskContext,
  range: TokenRange,
  means: 'location' | 'ownLocation',
  isWhole = true,
): Promise<boolean> {
  const { sentence, searches } = context;
  const typed = sentence.words(range);
  const lower = typed.toLowerCase();
  if (fillers.has(lower) && lower !== 'space' && !placeNames.has(lower)) return false;
  const [place, industry] = await Promise.all([
    isPronoun(sentence, range) ? undefined : readPlaceName(typed, searches),
    isWhole ? readIndustryName(typed, searches) : undefined,
  ]);
  const city = (place ?? industry) ? undefined : await readCityInArea(typed, searches);
  if (city) return addNames(context, means, range, [city]);
  const isCapital = /^\p{Lu}/u.test(typed);
  const isPlace = place && (place.isSure || !industry || (isCapital && !industry.isSure));
  if (isPlace) return addNames(context, means, range, place.found);
  return industry ? addNames(context, 'industry', range, industry.found) : false;
}

const known = phrases([...placeWords].filter((name) => name !== 'sea' && name !== 'la').join(' | '));
const areas = phrases(
  [...wellKnownAreas, ...placeNames.keys(), ...stateCodes.keys()].filter((name) => !fillers.has(name)).join(' | '),
);
const longCities = phrases([...wellKnownCities].filter((name) => name.includes(' ')).join(' | '));
const nameWord = sequence(notFollowedBy(phrases([...fillers].join(' | '))), wordLike(/^\p{L}/u));
const isBased = phrases('based | headquartered');
const joinedBased: PhraseReader<unknown> = (view, at) => (view.at(at)?.isJoined ? isBased(view, at) : undefined);
const la = phrases('la');
const losAngeles: PhraseReader<unknown> = (view, at) =>
  view.sentence.words({ from: at, to: at + 1 }) === 'LA' ? la(view, at) : undefined;
/** Places that are named without a preposition. */
const adjectives: readonly PhraseReader<unknown>[] = [
  sequence(phrases([...stateCodes.values()].join(' | ')), phrases('state')),
  // "cambridge ma", "waterloo ontario"
  sequence(longestOf<unknown>(longCities, nameWord), maybe(phrases(',')), areas),
  sequence(known, maybe(isBased)),
  ...[1, 2, 3].map((count) => sequence(...Array.from({ length: count }, () => wordLike(/^\p{L}/u)), joinedBased)),
  losAngeles,
];

/** "German", "London-based", "US", "berlin", "germany": places that are named without a preposition. */
export async function takeAdjectives(context: AskContext): Promise<void> {
  const { sentence } = context;
  for (const reader of adjectives)
    for (let from = 0; from < sentence.tokens.length; from += 1) {
      const to = reader(sentence.unread, from)?.to;
      if (to === undefined || sentence.tokens[to]?.isJoined) continue;
      const name = { from, to: isBased(sentence.whole, to - 1) ? to - 1 : to };
      if (await takeName(context, name, placeOfAdjective(context, { from, to }), false)) sentence.mark({ from, to });
    }
}
