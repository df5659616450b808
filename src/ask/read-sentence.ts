import { facetStages, findStagePlace } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { takeAddresses } from './address-words.ts';
import { takeNamedFilters } from './catalogue-words.ts';
import { takeDescription, takeLikeness, takePurpose } from './description-words.ts';
import { takeFacts } from './fact-words.ts';
import { type MarketTopic, takeMarketQuestion } from './market-words.ts';
import type { NameSearches } from './name-words.ts';
import { type AskContext, screenOf, type SentenceFacts } from './pieces.ts';
import { takeAdjectives, takePrepositions } from './place-words.ts';
import { buildReading, type MarketFigure, searchCatalogues, type SentenceReading } from './reading.ts';
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
  const asked = takeMarketQuestion(sentence);
  const { subject, head } = asked ? { ...readSubject(sentence), subject: 'deals' as const } : readSubject(sentence);
  const context = { sentence, subject, searches, facts };
  takeNamedFilters(context, searchCatalogues[screenOf(subject)]);
  takeFacts(context);
  if (head && !keptNoun.test(sentence.words(head))) sentence.mark(head);
  await takeNames(context);
  // "How much did Acme raise" is answered by its deals.
  const isMarket = asked !== undefined && !isOfCompany(context);
  return { ...buildReading(context), isMarket, figure: isMarket ? readFigure(asked.about, context) : {} };
}

const isOfCompany = ({ facts }: AskContext): boolean =>
  [...facts.pieces, ...facts.choices].some(({ means }) => means === 'companies');

/** What the market shows first: the amount, what follows a stage, or the sizes of the first round that is named. */
function readFigure(about: MarketTopic | undefined, { facts }: AskContext): MarketFigure {
  if (about === 'amount') return { measure: 'amount' };
  if (typeof about === 'object') return about;
  const rounds = facts.pieces.find(({ means }) => means === 'round')?.values[0];
  const first = (rounds as readonly FinancingFilter[] | undefined)?.[0];
  const stage = first && facetStages[findStagePlace({ type: first.type, pre: first.pre ?? null })];
  return about === 'sizes' && stage !== undefined ? { sizes: stage } : {};
}

/** Takes what needs searches by name (companies, investors, places, industries), and descriptions of a business. */
async function takeNames(context: AskContext): Promise<void> {
  takeLikeness(context);
  takeAddresses(context);
  await takePurpose(context);
  await takeRecords(context, 'investor');
  await takePrepositions(context);
  await takeRecords(context, 'company');
  await takeDescription(context);
  await takeAdjectives(context);
  await takeRest(context);
}
