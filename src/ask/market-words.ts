import { readPeriodWords } from './date-words.ts';
import type { graduatingStages } from '#contract/market.ts';
import { followedBy, longestOf, maybe, notFollowedBy, phrases, sequence, table, wordLike } from './phrases.ts';
import type { PhraseReader, Sentence, TokenRange } from './sentence.ts';

/* Questions for a figure: how a market is doing, not which deals it has. */

const start = phrases(
  `how is/are/was/were/has/have/did/does/do | how's | what is/are? happening/going? on? in/with | what's up with |
  what about`,
);
const end = phrases(
  `doing/going/developing/trending/evolving/performing/faring/looking/do/done/developed/changed/grown/performed/evolved`,
);
const isOrAre = phrases('why? is/are/was/were/has/have/did/does/do');
const moved = phrases(
  `slow/slowing/slowed/cool/cooling/cooled/picking/picked down/off/up? |
  grow/growing/grown/grew/shrink/shrinking/shrunk/fall/falling/fallen/rise/rising/risen/drop/dropping/dropped |
  recover/recovering/recovered/boom/booming/decline/declining/declined/stall/stalling/stalled/accelerating/improving |
  increase/increasing/increased/decrease/decreasing/decreased/peaked/peak`,
);
const happened = phrases('what has? happened/happens in/to/with/at? the?');
const time = phrases('now/today/currently/lately/recently | right now | these days | this/last month/quarter/year');
const stageOfRound = phrases('pre? seed/preseed? round/deal/raise/check/cheque/size | series');
/** Phrases that ask for a figure wherever they stand. */
const topic = phrases(
  `state/health/shape of | trend of/in/for/across? | development of | market/markets for/of/in? | late reports |
    graduation rate/rates? of/in/for?`,
);
const sizes = longestOf<unknown>(
  phrases('round/deal sizes of/in/for'),
  sequence(phrases('median/typical/usual/average'), followedBy(stageOfRound)),
  sequence(phrases('median/typical/usual/average round/deal/check? size of/for a/an?'), followedBy(stageOfRound)),
  sequence(
    phrases('how big/large/small is/are/was/were a/an/the? median/typical/usual/average?'),
    followedBy(longestOf<unknown>(stageOfRound, phrases('round/deal'))),
  ),
);
const isMarketing = wordLike(/^(?:stock|labou?r|job|housing|public|capital|prediction|super|market)$/);

const bound = longestOf<unknown>(
  phrases('over/above/under/below/between/at/up/more/less/from/of? | > | <'),
  wordLike(/^[$\d]/),
);
const raising = phrases('raise/raised/invested/funding/investment/investments/funded');
/** Questions for the money that a market raised. */
const amounts = longestOf<unknown>(
  sequence(
    phrases('how much money/capital/funding/investment/cash? has/have/did/does/do/was/were/is/went/goes/go/flowed?'),
    maybe(phrases('into/to/in')),
  ),
  sequence(
    phrases('the/what/is/was? the? total/amount/sum/volume of? the?'),
    raising,
    notFollowedBy(bound),
    maybe(phrases('by/in/into/of/for')),
  ),
  phrases('funding/investment/deal volume/amount of/in/for?'),
);
const inTotal = phrases('in total | altogether | overall | in sum');
const whatDid = sequence(phrases('what did/has/have'), followedBy(inTotal, 20));

type GraduatingStage = (typeof graduatingStages)[number];
const graduating = table<GraduatingStage>([
  ['pre seed/preseed', 'PRE_SEED'],
  ['seed', 'SEED'],
  ['series a', 'SERIES_A'],
  ['series b', 'SERIES_B'],
  ['series c', 'SERIES_C'],
]);
/** Questions for how many companies of a stage raise a later one, or how long that takes. */
const graduates = phrases(
  `what? percent/percentage/share/fraction/proportion of | how many percent of | odds/chance/chances of/that/for |
  how long/soon/quickly/fast until/till/before/between/from/does/do/did? it? take/takes? for/from? |
  how many months until/till/before/between/from? | time from/between`,
);
const raisers = phrases('company/startup/firm/round/deal');
const laterStage = longestOf<unknown>(
  sequence(phrases('series'), wordLike(/^[a-h]$/)),
  phrases('seed | next/later/another/follow on? round/stage'),
);
const laterRound = longestOf<unknown>(
  sequence(
    phrases(
      'go/goes/going/went? on? to? raise/raises/raising/raised/reach/reached/get/gets/got/getting to? a/an/the/their/its?',
    ),
    laterStage,
  ),
  sequence(phrases('to/and/until/till a/an/the/their?'), laterStage),
);

/** What a question for a figure is about; of a stage it is the share of its companies that raise a later one. */
export type MarketTopic = 'amount' | 'sizes' | { readonly stage: GraduatingStage };
type MarketQuestion = { readonly about: MarketTopic | undefined };

/**
 * Takes the words that ask how a market is doing, such as "how is … doing" or "how much did … raise": the rest of the
 * sentence is then the question about deals. Undefined if there are none.
 */
export function takeMarketQuestion(sentence: Sentence): MarketQuestion | undefined {
  const found = takeGraduation(sentence) ?? takeOpening(sentence) ?? takeAnywhere(sentence, sizes, 'sizes');
  const topics = takeTopics(sentence, found !== undefined);
  return found ?? (topics ? { about: undefined } : undefined);
}

/** "What percent of seed companies raise a Series A", "how long until seed startups in France reach their next round". */
function takeGraduation(sentence: Sentence): MarketQuestion | undefined {
  const { whole, firstWord: first, tokens } = sentence;
  const opening = graduates(whole, first);
  if (!opening) return undefined;
  const find = <T>(reader: PhraseReader<T>, from: number) => {
    for (let at = from; at < tokens.length; at += 1) {
      const match = reader(whole, at);
      if (match) return { from: at, ...match };
    }
    return undefined;
  };
  const stage = find(graduating, opening.to);
  const closing = stage && find(laterRound, stage.to);
  if (!closing) return undefined;
  sentence.mark({ from: first, to: opening.to });
  sentence.mark({ from: stage.from, to: raisers(whole, stage.to)?.to ?? stage.to });
  sentence.mark({ from: closing.from, to: closing.to });
  return { about: { stage: stage.value } };
}

/** Words at the beginning that ask, with the verb that they need. */
function takeOpening(sentence: Sentence): MarketQuestion | undefined {
  const { whole, firstWord: first } = sentence;
  const about = longestOf<unknown>(amounts, whatDid)(whole, first);
  if (about) {
    sentence.mark({ from: first, to: about.to });
    sentence.take(inTotal, () => true);
    return { about: 'amount' };
  }
  const what = happened(whole, first);
  const opening = what ?? start(whole, first) ?? isOrAre(whole, first);
  if (!opening) return undefined;
  const closing = what ? undefined : findLast(sentence, opening.to, start(whole, first) ? end : moved);
  if (!what && !closing) return undefined;
  sentence.mark({ from: first, to: opening.to });
  if (closing) sentence.mark(closing);
  return { about: undefined };
}

function takeAnywhere(
  sentence: Sentence,
  reader: PhraseReader<unknown>,
  about: MarketQuestion['about'],
): MarketQuestion | undefined {
  let isFound = false;
  sentence.take(reader, () => {
    isFound = true;
  });
  return isFound ? { about } : undefined;
}

function takeTopics(sentence: Sentence, isAskedAlready: boolean): boolean {
  const { tokens, whole } = sentence;
  let isAsked = isAskedAlready;
  for (let from = 0; from < tokens.length; from += 1) {
    const match = sentence.isRead(from) || isMarketing(whole, from - 1) ? undefined : topic(sentence.unread, from);
    if (!match) continue;
    // "market" is taken along with a question, and makes one where it is the last word: "the fintech market".
    const isPlain = /^markets?$/.test(tokens[from]?.text ?? '') && match.to === from + 1;
    if (isPlain && !isAsked && !sentence.isLast(match.to)) continue;
    sentence.mark({ from, to: match.to });
    isAsked = true;
  }
  return isAsked;
}

/** The last verb of the question: "how is … doing", "how has … developed lately", "is … slowing down in 2025". */
function findLast(sentence: Sentence, from: number, verb: PhraseReader<unknown>): TokenRange | undefined {
  for (let at = sentence.tokens.length - 1; at >= from; at -= 1) {
    const match = verb(sentence.whole, at);
    if (!match) continue;
    const later = (time(sentence.whole, match.to) ?? readPeriodWords(sentence.whole, match.to))?.to ?? match.to;
    return sentence.isLast(later) ? { from: at, to: match.to } : undefined;
  }
  return undefined;
}
