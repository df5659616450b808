import { canDescribe, describe } from './description-words.ts';
import { type FoundName, readIndustryName, readPlaceName } from './name-words.ts';
import { phrases, precededBy, sequence, wordLike } from './phrases.ts';
import { addNames, placeOfAdjective } from './place-words.ts';
import type { AskContext } from './pieces.ts';
import { addRecord } from './record-names.ts';
import type { PhraseReader, Sentence, Token, TokenRange } from './sentence.ts';
import { fillers, unfilterable, vagueWords } from './vocabulary.ts';

const noFilter = 'There is no filter for this.';
const word = wordLike(/^[\p{L}\p{N}]/u);
const ledBy: PhraseReader<unknown> = (view, at) =>
  view.at(at + 1)?.isJoined ? sequence(word, phrases('led | owned | founded | backed | run'))(view, at) : undefined;
const unfilterableWord = phrases([...unfilterable].join(' | '));

/** Takes the rest: industries, places with a capital letter or at the end, descriptions, and what nothing can express. */
export async function takeRest(context: AskContext): Promise<void> {
  const { sentence } = context;
  for (const reader of [ledBy, unfilterableWord])
    sentence.take(reader, (_, range) => addUnread(context, range, noFilter));
  for (const run of listRuns(sentence)) await takeRun(context, run);
  sentence.take(vague, (_, range) => addUnread(context, range));
}

const vagueWord = phrases([...vagueWords].join(' | '));
const moneyNoun = phrases('check/cheque/ticket/money/by');
/** "next", "first checks", "sort by size": words that mean something only next to others. */
const vague: PhraseReader<unknown> = (view, at) => {
  let to = at;
  for (;;) {
    const next = vagueWord(view, to)?.to ?? (to > at ? moneyNoun(view, to)?.to : undefined);
    if (next === undefined) return to > at ? { to, value: true } : undefined;
    to = next;
  }
};

const isFiller = ({ tokens }: Sentence, at: number): boolean => {
  const text = tokens[at]?.text ?? '';
  return fillers.has(text.replace(/'s$/, '')) || !/[\p{L}\p{N}]/u.test(text);
};
const link = phrases('and | for | of | in | to | with | &');

/** Adjacent words that are no fillers; "and" and "for" inside a description keep it together. */
function listRuns(sentence: Sentence): TokenRange[] {
  const runs: TokenRange[] = [];
  for (let from = 0; from < sentence.tokens.length; from += 1) {
    if (sentence.isRead(from) || isFiller(sentence, from)) continue;
    let to = from;
    while (sentence.unread.at(to) && (!isFiller(sentence, to) || link(sentence.unread, to))) to += 1;
    const next = to;
    while (isFiller(sentence, to - 1)) to -= 1;
    runs.push({ from, to });
    from = next - 1;
  }
  return runs;
}

type NamedRange = TokenRange & {
  readonly found: readonly FoundName[];
  readonly of: 'place' | 'industry';
  readonly isSure: boolean;
};

/** Takes names and the rest: if names do not cover all words, together they describe a business. */
async function takeRun(context: AskContext, run: TokenRange): Promise<void> {
  const { sentence, subject } = context;
  const { named, left } = await nameWords(context, run);
  const unknown = left.filter(({ from }) => !isFiller(sentence, from));
  // "General Atlantic" is no city in Iowa.
  const isEndOfName = ({ of, isSure, from }: NamedRange) =>
    subject === 'deals' && of === 'place' && !isSure && unknown.some(({ to }) => to === from);
  const open: TokenRange[] = [...unknown, ...named.filter(isEndOfName)].toSorted((a, b) => a.from - b.from);
  // "pet tech": "tech" alone would find all of information technology.
  const industries = named.filter(
    (one, at) =>
      one.of === 'industry' && !(named[at - 1]?.of === 'industry' && /^tech(?:nology)?$/.test(sentence.words(one))),
  );
  for (const place of named)
    if (place.of === 'place' && !isEndOfName(place))
      addNames(context, placeOfAdjective(context, place), { from: place.from, to: place.to }, place.found);
  if (describeWords(context, open, industries)) return;
  if (subject === 'deals' && open.length > 0 && takeUnknownName(context, open)) open.length = 0;
  for (const industry of industries) takeIndustry(context, industry, industries, open);
  for (const one of open) if (sentence.isFree(one)) addUnread(context, one);
}

/** Words that names do not cover are a description, with the industries among them. */
function describeWords(context: AskContext, open: readonly TokenRange[], industries: readonly NamedRange[]): boolean {
  const { sentence, subject, facts } = context;
  const isCovered = open.length === 0 && (industries.length === 1 || industries.every(({ isSure }) => isSure));
  const words = [...open, ...industries].toSorted((a, b) => a.from - b.from);
  const range = { from: words[0]?.from ?? 0, to: words.at(-1)?.to ?? 0 };
  const isFirst = !facts.pieces.some(({ means }) => means === 'about');
  if (isCovered || !canDescribe(subject) || !isFirst || !sentence.isFree(range)) return false;
  if (!/\p{L}{3}/u.test(sentence.words(range))) return false;
  describe(context, range, sentence.words(range));
  return true;
}

function takeIndustry(
  context: AskContext,
  industry: NamedRange,
  industries: readonly NamedRange[],
  open: readonly TokenRange[],
): void {
  const { sentence, facts } = context;
  if (!sentence.isFree(industry)) return;
  const isNext = ({ from }: TokenRange) => from === industry.to;
  const other = industries.find((one) => isNext(one) && !one.isSure);
  const next = other ?? open.find(isNext);
  if (industry.isSure || !next) {
    addNames(context, 'industry', { from: industry.from, to: industry.to }, industry.found);
    return;
  }
  // "digital wallets": the first word alone would change the meaning.
  const range = { from: industry.from, to: next.to };
  facts.choices.push({ ...range, means: 'industry', candidates: [...industry.found, ...(other?.found ?? [])] });
  sentence.mark(range);
}

/** "Ridge Capital deals": a name that is in no list is that of an investor or a company. Known names need no capital. */
function takeUnknownName(context: AskContext, words: readonly TokenRange[]): boolean {
  const { sentence, searches } = context;
  const range = { from: words[0]?.from ?? 0, to: words.at(-1)?.to ?? 0 };
  if (!sentence.isFree(range)) return false;
  const name = sentence.words(range);
  const kinds = ['investor', 'company'] as const;
  const isKnown = (one: { readonly name: string }) => one.name.toLowerCase() === name.toLowerCase();
  const known = kinds.filter((kind) => (searches.findKnown?.(kind, name) ?? []).filter(isKnown).length === 1);
  if (known.length === 0 && !isNameLike(sentence, range)) return false;
  for (const kind of known.length > 0 ? known : kinds) addRecord(context, kind, range);
  return true;
}

const wherePrepositions = precededBy(phrases('in/from/near/across/into/within'));
/** Whether words may be a name: those with a capital letter or a digit, and up to three others that say no place. */
const isNameLike = (sentence: Sentence, { from, to }: TokenRange): boolean =>
  /^(?:\p{Lu}|\p{L}+\d)/u.test(sentence.words({ from, to })) ||
  (to - from <= 3 && !wherePrepositions(sentence.whole, from) && sentence.tokens.slice(from, to).every(isLetters));
const isLetters = ({ text }: Token): boolean => /^\p{L}{4,}$/u.test(text);

async function nameWords(context: AskContext, run: TokenRange) {
  const named: NamedRange[] = [];
  const left: TokenRange[] = [];
  for (let from = run.from; from < run.to;) {
    const name = await readBest(context, { from, to: run.to }, named.length > 0 && left.length === 0);
    if (name) named.push(name);
    else left.push({ from, to: from + 1 });
    from = name?.to ?? from + 1;
  }
  return { named, left };
}

/** Adjacent words are one piece of text. */
function addUnread({ sentence, facts }: AskContext, range: TokenRange, reason?: string): void {
  const last = facts.unread.at(-1);
  const own = reason === undefined ? range : { ...range, reason };
  if (last && last.reason === reason && last.to === range.from)
    facts.unread[facts.unread.length - 1] = { ...own, from: last.from };
  else facts.unread.push(own);
  sentence.mark(range);
}

const maxNameWords = 5;
/** The longest name at the start of some words: an industry, or with a capital letter or at the end a place. */
async function readBest(
  { sentence, searches, facts }: AskContext,
  run: TokenRange,
  isAfterName: boolean,
): Promise<NamedRange | undefined> {
  for (let to = Math.min(run.to, run.from + maxNameWords); to > run.from; to -= 1) {
    const range = { from: run.from, to };
    const typed = sentence.words(range).replace(/['’]s$/, '');
    if (to === run.from + 1 && fillers.has(typed.toLowerCase())) return undefined;
    const industry = await readIndustryName(typed, searches);
    if (industry?.isSure) return { ...range, ...industry, of: 'industry' };
    const isCapital = sentence.tokens[run.from]?.isCapital === true && sentence.tokens[to - 1]?.isCapital === true;
    // "robotics odense": nothing else is at the end of a sentence.
    const isLast = to === run.to && sentence.isLast(to);
    const canBePlace = isCapital || (isLast && (isAfterName || facts.pieces.length > 0));
    const place = canBePlace ? await readPlaceName(typed, searches) : undefined;
    if (place && (place.isSure || !industry)) return { ...range, ...place, of: 'place' };
    if (industry && (to === run.to || to === run.from + 1)) return { ...range, ...industry, of: 'industry' };
  }
  return undefined;
}
