import { addIndustry, addPlace, canDescribe, isOwnAdjective } from './name-pieces.ts';
import { type FoundName, readIndustryName, readPlaceName } from './name-words.ts';
import type { NameContext } from './record-names.ts';
import type { Sentence, Span } from './sentence.ts';
import { fillers, unfilterable } from './vocabulary.ts';

const word = /[^\s,;:.?!()"“”\uE000/]+(?:\.[^\s,;:.?!()"“”\uE000]+)*/g;

/** Takes the rest: industries, places with a capital letter or at the end, descriptions, and what nothing can express. */
export async function takeRest(context: NameContext): Promise<void> {
  const { sentence } = context;
  for (const run of listRuns(sentence)) await takeRun(context, run);
}

function listRuns(sentence: Sentence): Span[][] {
  const runs: Span[][] = [];
  let current: Span[] = [];
  let before = 0;
  for (const match of sentence.rest.matchAll(word)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const gap = sentence.rest.slice(before, span.start);
    const isFiller = fillers.has(match[0].replace(/'s$/, '')) || /^(?:'s|[^\p{L}\p{N}]+)$/u.test(match[0]);
    if (/[^\s]/.test(gap) || isFiller) {
      // "and" and "for" inside a description keep it together.
      if (/^\s*$/.test(gap) && /^(?:and|for|of|in|to|with|&)$/.test(match[0]) && current.length > 0) current.push(span);
      else {
        runs.push(current);
        current = isFiller ? [] : [span];
      }
    } else current.push(span);
    before = span.end;
  }
  runs.push(current);
  const isLink = ({ start, end }: Span) =>
    fillers.has(sentence.rest.slice(start, end)) || sentence.rest.slice(start, end) === '&';
  return runs
    .map((run) => {
      let length = run.length;
      while (length > 0 && isLink(run[length - 1] as Span)) length -= 1;
      return run.slice(0, length);
    })
    .filter((run) => run.length > 0);
}

const maxNameWords = 4;
type NamedSpan = Span & {
  readonly found: readonly FoundName[];
  readonly of: 'place' | 'industry';
  readonly isSure: boolean;
};

/** Takes names and the rest: if names do not cover all words, together they describe a business. */
async function takeRun(context: NameContext, run: readonly Span[]): Promise<void> {
  const { sentence, facts, subject } = context;
  const readWord = (span: Span) => sentence.rest.slice(span.start, span.end);
  const isPlain = (span: Span) =>
    !unfilterable.has(readWord(span)) && !/-(?:led|owned|founded|backed)$/.test(readWord(span));
  const plain = run.filter(isPlain);
  for (const span of run) if (!plain.includes(span)) addUnread(context, span, 'There is no filter for this.');
  const { named, left } = await nameWords(context, plain);
  const unknown = left.filter((span) => !fillers.has(readWord(span)));
  // "General Atlantic" is no city in Iowa.
  const isEndOfName = ({ of, isSure, start }: NamedSpan) =>
    subject === 'deals' && of === 'place' && !isSure && unknown.some(({ end }) => end + 1 === start);
  const open: Span[] = [...unknown, ...named.filter(isEndOfName)].toSorted((a, b) => a.start - b.start);
  const places = named.filter((one) => one.of === 'place' && !isEndOfName(one));
  // "pet tech": "tech" alone would find all of information technology.
  const industries = named.filter(
    (one, at) =>
      one.of === 'industry' && !(named[at - 1]?.of === 'industry' && /^tech(?:nology)?$/.test(readWord(one))),
  );
  for (const place of places) {
    if (place.found.length > 1)
      facts.choices.push({
        start: place.start,
        end: place.end,
        filter: 'place',
        candidates: place.found,
        isOwn: isOwnAdjective(subject, sentence, place),
      });
    else addPlace(context, place, place.found, isOwnAdjective(subject, sentence, place));
    sentence.mask(place);
  }
  const described = [...open, ...industries].toSorted((a, b) => a.start - b.start);
  const [first, last] = [described[0], described.at(-1)];
  const isCovered = open.length === 0 && (industries.length === 1 || industries.every(({ isSure }) => isSure));
  const span = first && last && { start: first.start, end: last.end };
  const isWhole = span && !readWord(span).includes('\uE000') && !facts.pieces.some(({ means }) => means === 'about');
  if (span && !isCovered && canDescribe(subject) && isWhole && /\p{L}{3}/u.test(readWord(span))) {
    facts.pieces.push({ ...span, means: 'about', text: sentence.read(span) });
    sentence.mask(span);
    return;
  }
  if (subject === 'deals' && open.length > 0 && takeUnknownName(context, open)) open.length = 0;
  for (const industry of industries) {
    if (readWord(industry).includes('\uE000')) continue;
    const isNext = ({ start }: Span) => start === industry.end + 1;
    const other = industries.find((one) => isNext(one) && !one.isSure);
    const next = other ?? open.find(isNext);
    if (industry.isSure || !next) addIndustry(context, industry, industry.found);
    else {
      // "digital wallets": the first word alone would change the meaning.
      const both = { start: industry.start, end: next.end };
      const candidates = [...industry.found, ...(other?.found ?? [])];
      facts.choices.push({ ...both, filter: 'industry', candidates, isOwn: false });
      sentence.mask(both);
    }
  }
  for (const one of open) if (!readWord(one).includes('\uE000')) addUnread(context, one);
}

/** "Ridge Capital deals": a name that is in no list is that of an investor or a company. Known names need no capital. */
function takeUnknownName({ sentence, searches, facts }: NameContext, words: readonly Span[]): boolean {
  const span = { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
  const name = sentence.read(span);
  if (sentence.rest.slice(span.start, span.end).includes('\uE000')) return false;
  const mentions = (['investor', 'company'] as const).map((kind) => ({
    ...span,
    kind,
    name,
    candidates: searches.findKnown?.(kind, name) ?? [],
  }));
  const isKnown = mentions.some(({ candidates }) =>
    candidates.some((one) => one.name.toLowerCase() === name.toLowerCase()),
  );
  if (!isKnown && !/^(?:\p{Lu}|\p{L}+\d)/u.test(name)) return false;
  facts.records.push(...mentions);
  sentence.mask(span);
  return true;
}

async function nameWords(context: NameContext, words: readonly Span[]) {
  const named: NamedSpan[] = [];
  const left: Span[] = [];
  for (let at = 0; at < words.length;) {
    const name = await readBest(context, words.slice(at), named.length > 0 && left.length === 0);
    const own = words[at];
    if (name) named.push(name);
    else if (own) left.push(own);
    at += name ? words.filter(({ start }) => start >= name.start && start < name.end).length : 1;
  }
  return { named, left };
}

function addUnread({ sentence, facts }: NameContext, span: Span, reason?: string): void {
  const last = facts.unread.at(-1);
  // Adjacent words are one piece of text.
  if (last && last.reason === reason && /^\s*$/.test(sentence.text.slice(last.end, span.start)))
    facts.unread[facts.unread.length - 1] = { ...last, end: span.end };
  else facts.unread.push(reason === undefined ? span : { ...span, reason });
  sentence.mask(span);
}

/** The longest name at the start of some words: an industry, or with a capital letter or at the end a place. */
async function readBest(
  { sentence, searches, facts }: NameContext,
  words: readonly Span[],
  isAfterName: boolean,
): Promise<NamedSpan | undefined> {
  for (let length = Math.min(words.length, maxNameWords); length > 0; length -= 1) {
    const [first, last] = [words[0], words[length - 1]];
    if (!first || !last) continue;
    const span = { start: first.start, end: last.end };
    const typed = sentence.read(span).replace(/'s$/, '');
    if (length === 1 && fillers.has(typed.toLowerCase())) return undefined;
    const industry = await readIndustryName(typed, searches);
    if (industry?.isSure) return { ...span, ...industry, of: 'industry' };
    const isCapital = /^\p{Lu}/u.test(typed) && /(?:^|\s)\p{Lu}\S*$/u.test(typed);
    // "robotics odense": nothing else is at the end of a sentence.
    const isLast = length === words.length && /^\W*$/.test(sentence.text.slice(last.end));
    const canBePlace = isCapital || (isLast && (isAfterName || facts.pieces.length > 0));
    const place = canBePlace ? await readPlaceName(typed, searches) : undefined;
    if (place && (place.isSure || !industry)) return { ...span, ...place, of: 'place' };
    if (industry && (length === words.length || length === 1)) return { ...span, ...industry, of: 'industry' };
  }
  return undefined;
}
