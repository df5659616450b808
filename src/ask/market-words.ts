import { followedBy, longestOf, phrases, sequence, wordLike } from './phrases.ts';
import type { Sentence, TokenRange } from './sentence.ts';

/* Questions for a figure: how a market is doing, not which deals it has. */

const start = phrases(
  `how is/are/was/were/has/have/did/does | how's | what is/are? happening/going? on? in/with | what's up with |
  what about`,
);
const end = phrases(
  `doing/going/developing/trending/evolving/performing/faring/looking/do/done/developed/changed/grown/performed/evolved`,
);
const time = phrases('now/today/currently/lately/recently | right now | these days | this/last month/quarter/year');
/** Phrases that ask for a figure wherever they stand. */
const topic = longestOf<unknown>(
  phrases(
    `state/health/shape of | trend of/in/for/across? | development of | market/markets for/of/in? | late reports |
    graduation rate/rates? of/in/for? | round/deal sizes of/in/for`,
  ),
  sequence(
    phrases('median/typical/usual/average'),
    followedBy(phrases('seed/preseed? round/deal/raise/check/cheque/size | series')),
  ),
);
const isMarketing = wordLike(/^(?:stock|labou?r|job|housing|public|capital|prediction|super|market)$/);

/**
 * Takes the words that ask how a market is doing, such as "how is … doing" or "state of …", and returns whether there
 * are any: the rest of the sentence is then the question about deals.
 */
export function takeMarketQuestion(sentence: Sentence): boolean {
  const { tokens, whole } = sentence;
  const opening = start(whole, 0);
  const closing = opening && findLast(sentence, opening.to);
  if (opening && closing) {
    sentence.mark({ from: 0, to: opening.to });
    sentence.mark({ from: closing.from, to: closing.to });
  }
  let isAsked = closing !== undefined;
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

/** The last verb of the question: "how is … doing", "how has … developed lately". */
function findLast(sentence: Sentence, from: number): TokenRange | undefined {
  for (let at = sentence.tokens.length - 1; at >= from; at -= 1) {
    const match = end(sentence.whole, at);
    if (!match) continue;
    const later = time(sentence.whole, match.to)?.to ?? match.to;
    return sentence.isLast(later) ? { from: at, to: match.to } : undefined;
  }
  return undefined;
}
