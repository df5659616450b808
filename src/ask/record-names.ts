import { readIndustryName, readPlaceName } from './name-words.ts';
import { listMark, longestOf, phrases, wordLike } from './phrases.ts';
import { add, type AskContext, reject, type Subject } from './pieces.ts';
import type { PhraseReader, Sentence, TokenRange } from './sentence.ts';
import { findMeant, indexByLetter } from './spelling.ts';
import { fillers, placeWords, unfilterable, wellKnownInvestors } from './vocabulary.ts';

const word = wordLike(/^[\p{L}\p{N}]/u);
const link = phrases('&/of | of the');
const suffix = phrases(
  'ventures/capital/partners/fund/labs/management/growth/vc/combinator/horowitz/global/group/holdings/inc/technologies',
);
/** A name: a word, then those with a capital letter: "Bank of Montreal", "Ridge Capital", "sequoia capital". */
const anyName: PhraseReader<unknown> = (view, at) => {
  if (!word(view, at)) return undefined;
  const isProper = (index: number) => view.at(index)?.isCapital === true || /^\d/.test(view.at(index)?.text ?? '');
  let to = at + 1;
  for (;;) {
    const linked = link(view, to)?.to ?? to;
    if (isProper(linked)) to = linked + 1;
    else if (suffix(view, to)) to += 1;
    else return { to, value: true };
  }
};
/** Capital letters distinguish names from other words, except in the first word. */
const properName: PhraseReader<unknown> = (view, at) =>
  at > 0 && view.at(at)?.isCapital ? anyName(view, at) : undefined;
/** A name that starts with a capital letter, or has a digit: "a16z". */
const capitalName: PhraseReader<unknown> = (view, at) =>
  properName(view, at) ?? (/^\p{L}+\d/u.test(view.at(at)?.text ?? '') ? anyName(view, at) : undefined);
/** A name at the end of the sentence, where lower case leaves no doubt. */
const lastName: PhraseReader<unknown> = (view, at) => (view.sentence.isLast(at + 1) ? word(view, at) : undefined);
const possessive: PhraseReader<unknown> = (view, at) =>
  view.at(at)?.isCapital && view.at(at)?.text.endsWith("'s") ? word(view, at) : undefined;
const investorNames = indexByLetter(wellKnownInvestors);
const knownInvestor = phrases([...wellKnownInvestors].join(' | '));
/** A well-known investor, also with a typing error: "sequioa capital". */
const wellKnown: PhraseReader<unknown> = (view, at) => {
  const exact = knownInvestor(view, at);
  if (exact) return exact;
  for (let to = at + 3; to > at; to -= 1) {
    const words = view.sentence.tokens.slice(at, to).map(({ text }) => text);
    const isOpen = words.every((text, index) => view.at(at + index) && (index > 0 || isNameWord(text)));
    const isLong = words.length === to - at && words.join('').length > 5;
    if (isOpen && isLong && findMeant(words.join(' '), investorNames) !== undefined) return { to, value: true };
  }
  return undefined;
};
/** How deals are listed, which is no name: "deals by month". */
const divisions = 'day week month quarter year size stage country industry sector date name city region amount'.split(
  ' ',
);
const isNameWord = (text: string): boolean =>
  /^\p{L}/u.test(text) &&
  ![fillers, unfilterable, placeWords].some((known) => known.has(text)) &&
  !divisions.includes(text);
/** Up to three words in lower case that are no others: "ridge capital", "blue harbor". */
const lowerName: PhraseReader<unknown> = (view, at) => {
  let to = at;
  while (to < at + 3 && isNameWord(view.at(to)?.text ?? '')) to += 1;
  if (to === at) return undefined;
  return { to: suffix(view, to)?.to ?? to, value: true };
};

/** A name with words before and after it that say whose it is; "doubtful" if it may be an industry or a place. */
type RecordRule = {
  readonly before: PhraseReader<unknown> | undefined;
  readonly name: PhraseReader<unknown>;
  readonly after: PhraseReader<unknown> | undefined;
  readonly isDoubtful: boolean;
};
const rule = (before: string, name: PhraseReader<unknown>, after = '', doubtful?: 'doubtful'): RecordRule => ({
  before: before === '' ? undefined : phrases(before),
  name,
  after: after === '' ? undefined : phrases(after),
  isDoubtful: doubtful !== undefined,
});
const backedBy = rule('co? led/backed/funded/financed/supported by both? | invested in by', anyName);
const ofDeals = [
  rule('', wellKnown),
  backedBy,
  rule('', word, 'backed'),
  rule('portfolio company? of', anyName),
  rule('', capitalName, 'has/have? backed/funded | has/have? invested in'),
  rule('deal/round/investment by/of/from', capitalName, '', 'doubtful'),
  rule('deal/round/investment by/from', lowerName, '', 'doubtful'),
  rule('in which | where', anyName, 'was/led/invested/participated | co led'),
  rule('did/does/has/have', anyName, 'invest/invested/back/backed/fund/funded/lead/led'),
  rule('with', capitalName, '', 'doubtful'),
  rule('investor including/include/like | participation of/from/by | involving', anyName),
  rule('', anyName, 'portfolio'),
];
const staff = 'founder/ceo/cto/cfo/coo/executives/people/employee/team';
/** The names of investors in the sentences of a subject. */
const investorRules: Readonly<Record<Subject, readonly RecordRule[]>> = {
  deals: ofDeals,
  companies: ofDeals,
  investors: [],
  people: [backedBy],
  angels: [rule('partner/people/investor of/at/from', anyName)],
};
/** The names of companies in the sentences of a subject. */
const companyRules: Readonly<Record<Subject, readonly RecordRule[]>> = {
  deals: [
    rule('raised by', word),
    rule('how much money? has/have/did | when/whenever/when did', word, 'raise/raised'),
    rule('has/have/did', lowerName, 'ever/already? raise/raised'),
  ],
  companies: [],
  investors: [
    rule('who/investors/firms/funds has/have? all? backed/funded/financed | who/firms has/have? invested in', lastName),
    rule('', possessive, 'latest/last/first/recent/new? series/seed/round/funding'),
    rule('invested/investing/investor in | backer/investor of | backed/funded/backing', properName),
  ],
  people: [
    rule(`${staff} of/at | who founded/started/run`, lastName),
    rule(`${staff} of/at/from | who founded/started/run`, properName),
    rule('work/working at/for | employed at/by', properName),
  ],
  angels: [],
};

const by = phrases('by');
/** The name of a rule; the words around it may be read already. */
function readRule(
  { before, name, after }: RecordRule,
  { whole, unread }: Sentence,
  at: number,
): TokenRange | undefined {
  const from = before ? before(whole, at)?.to : at;
  const match = from === undefined ? undefined : name(unread, from);
  // A name ends before the words that must follow: "Ridge Capital portfolio".
  if (from === undefined || !match) return undefined;
  for (let { to } = match; to > from; to -= 1) {
    const end = after ? after(whole, to)?.to : to;
    // "companies backed by": the name is behind.
    if (end !== undefined && !(after && by(whole, end))) return { from, to };
  }
  return undefined;
}

const isAmbiguous = (name: string): boolean =>
  [fillers, unfilterable, placeWords].some((known) => known.has(name)) ||
  /^(?:ai|ml|saas|series|seed|angels?|vcs?|pe|private|family|university|corporates?|government|founders?)\b|^ex-/.test(
    name,
  );

/** "Sequoia, Accel and Index Ventures": the names after the first. */
function listFurther(sentence: Sentence, at: number): TokenRange[] {
  const from = listMark(sentence.whole, at)?.to;
  const to = from === undefined ? undefined : longestOf(properName, lastName)(sentence.unread, from)?.to;
  if (from === undefined || to === undefined || isAmbiguous(sentence.words({ from, to }).toLowerCase())) return [];
  return [{ from, to }, ...listFurther(sentence, to)];
}

async function isRecordName({ searches }: AskContext, kind: 'investor' | 'company', isDoubtful: boolean, name: string) {
  const lower = name.toLowerCase();
  if (!wellKnownInvestors.has(lower) && isAmbiguous(lower.replace(/ (?:funds?|vcs?|firms?)$/, ''))) return false;
  if (kind === 'investor' && !isDoubtful) return true;
  const industry = await readIndustryName(name, searches);
  const isProper = kind === 'company' && /[A-Z]/.test(name);
  return !(isProper ? industry?.isSure : industry) && !(await readPlaceName(name, searches));
}

const readName = (sentence: Sentence, range: TokenRange): string => sentence.words(range).replace(/['’]s$/, '');

/** Adds the name of a record: a piece if exactly one record of that name is known, otherwise a choice. */
export function addRecord(context: AskContext, kind: 'company' | 'investor', range: TokenRange): void {
  const name = readName(context.sentence, range);
  const address = context.sentence.tokens[range.from]?.address;
  const candidates = context.searches.findKnown?.(kind, address?.value ?? name) ?? [];
  const exact = candidates.filter((one) => address !== undefined || one.name.toLowerCase() === name.toLowerCase());
  const means = kind === 'company' ? 'companies' : 'investors';
  if (exact.length === 1) add(context, means)([exact], range);
  else context.facts.choices.push({ ...range, means, candidates, record: kind });
  context.sentence.mark(range);
}

const led = phrases('co? led');
/** "led", before "by" and a name that is read. */
const ledByName: PhraseReader<unknown> = (view, at) => {
  const match = led(view, at);
  const name = match && by(view.sentence.whole, match.to);
  return name && view.sentence.isRead(name.to) ? match : undefined;
};

/** Names of investors or companies, which only known names or a priced search can find. */
export async function takeRecords(context: AskContext, kind: 'investor' | 'company'): Promise<void> {
  const { sentence, subject } = context;
  for (const one of (kind === 'investor' ? investorRules : companyRules)[subject])
    for (let at = 0; at < sentence.tokens.length; at += 1) {
      const range = readRule(one, sentence, at);
      if (!range || !(await isRecordName(context, kind, one.isDoubtful, readName(sentence, range)))) continue;
      for (const name of [range, ...listFurther(sentence, range.to)]) addRecord(context, kind, name);
    }
  if (subject === 'deals' || subject === 'companies')
    sentence.take(ledByName, reject(context, 'A search finds the investors of a deal, not who led it.'));
}
