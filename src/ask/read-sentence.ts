import { takeNamedFilters } from './catalogue-words.ts';
import { takeDescription, takeLikeness, takePurpose } from './description-words.ts';
import { takeFacts } from './fact-words.ts';
import { takeMarketQuestion } from './market-words.ts';
import type { NameSearches } from './name-words.ts';
import { type AskContext, screenOf, type SentenceFacts } from './pieces.ts';
import { takeAdjectives, takePrepositions } from './place-words.ts';
import { buildReading, searchCatalogues, type SentenceReading } from './reading.ts';
import { takeRecords } from './record-names.ts';
import { takeRest } from './rest-words.ts';
import { Sentence } from './sentence.ts';
import { readSubject } from './subject-words.ts';
import { takeAlert } from './unfilterable-words.ts';

/** The maximum length of a sentence. */
export const maxSentenceLength = 500;

/** Nouns that are industries too, or that no filter has. */
const keptNoun = /^(?:unicorn|exits|marketplaces|neobanks|[a-z]+techs)/i;

/**
 * Reads a sentence as a search, relative to a UTC day. The same sentence gives the same search; free searches by name
 * are the only requests. Words are never guessed: with several meanings they are a choice, with none they are unread.
 */
export async function readSentence(given: string, today: string, searches: NameSearches): Promise<SentenceReading> {
  const sentence = new Sentence(given.slice(0, maxSentenceLength), today);
  const facts: SentenceFacts = { pieces: [], unread: [], choices: [] };
  takeAlert({ sentence, facts });
  const isMarket = takeMarketQuestion(sentence);
  const { subject, head } = isMarket ? { ...readSubject(sentence), subject: 'deals' as const } : readSubject(sentence);
  const context = { sentence, subject, searches, facts };
  takeNamedFilters(context, searchCatalogues[screenOf(subject)]);
  takeFacts(context);
  if (head && !keptNoun.test(sentence.words(head))) sentence.mark(head);
  await takeNames(context);
  return { ...buildReading(context), isMarket };
}

/** Takes what needs searches by name (companies, investors, places, industries), and descriptions of a business. */
async function takeNames(context: AskContext): Promise<void> {
  takeLikeness(context);
  await takePurpose(context);
  await takeRecords(context, 'investor');
  await takePrepositions(context);
  await takeRecords(context, 'company');
  await takeDescription(context);
  await takeAdjectives(context);
  await takeRest(context);
}
