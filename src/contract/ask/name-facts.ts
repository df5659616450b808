import { type FoundName, readCityInArea, readIndustryName, readPlaceName, readQualifiedPlace } from './name-words.ts';
import type { Subject } from './pieces.ts';
import { type NameContext, takeRecords } from './record-names.ts';
import type { Sentence, Span } from './sentence.ts';
import {
  demonyms,
  fillers,
  placeNames,
  stateCodes,
  unfilterable,
  wellKnownAreas,
  wellKnownCities,
} from './vocabulary.ts';

/** Takes what needs searches by name (companies, investors, places, industries), and descriptions of a business. */
export async function takeNames(context: NameContext): Promise<void> {
  takeQuotes(context);
  takeLikeness(context);
  await takePurpose(context);
  await takeRecords(context, 'investor');
  await takePrepositions(context);
  await takeRecords(context, 'company');
  await takeDescription(context);
  await takeAdjectives(context);
  await takeRest(context);
}

const likeness =
  /(?:(?<=\uE000\s)like|\bco-?invest(?:ed|ing|s|ors?)? (?:with|of)|\b(?:invest(?:ed|ing|s)? alongside|similar to|competitors? (?:of|to)|alternatives? to|comparable to|such as))\s+[^\s,;.?!\uE000]+/g;

function takeLikeness({ sentence, facts }: NameContext): void {
  sentence.take(likeness, (_, { start, end }) => {
    const restOfName = /^(?: [A-Z][\w.&'-]*)*/.exec(sentence.text.slice(end))?.[0] ?? '';
    const span = { start, end: end + restOfName.length };
    sentence.mask(span);
    facts.unread.push({ ...span, reason: 'A search does not compare records.' });
  });
}

const canDescribe = (subject: Subject): boolean => subject !== 'deals';

function takeQuotes({ sentence, subject, facts }: NameContext): void {
  if (!canDescribe(subject)) return;
  sentence.take(/(?:\b(?:about|on|like|matching)\s)?["“]([^"”\uE000]+)["”]/g, ([words, text = ''], span) => {
    const typed = sentence.read(span);
    const at = typed.search(/["“]/) + 1;
    return (
      words !== '' && facts.pieces.push({ ...span, means: 'about', text: typed.slice(at, at + text.length).trim() })
    );
  });
}

const stop = String.raw`(?=\s*(?:$|[;.?!\uE000(]|\b(?:that|which|who|whose|with|since|raised|raising|over|under|after|before|between|last|this|founded|is|are|was|has|have|having|by|for|to|from|in|at|on|of|led|doing|building|using|working|where|now|sorted|ranked|ordered|investing|via)\b))`;
const preposition = new RegExp(
  String.raw`\b((?:based|headquartered|located|founded|living|operating|hq'?d?|headquarters|offices) )?(in|from|near|across|around|throughout|out of|within|(?<=\b(?:invest\w*|money|capital|checks?|deals?|rounds?) )into|active in)\s+(?:the\s+)?((?:[^;.?!\uE000(]|\.(?=\w))+?)${stop}`,
  'g',
);

/** Lists after "in" or "from": "in Boston, San Francisco or NYC", "in semiconductors and drones". */
async function takePrepositions(context: NameContext): Promise<void> {
  const { sentence, subject, facts } = context;
  for (let pass = 0; pass < 2; pass += 1) {
    for (const match of sentence.rest.matchAll(preposition)) {
      const [all, based = '', word = '', list = ''] = match;
      const start = match.index + all.length - list.length;
      if (sentence.rest.slice(match.index, start + list.length).includes('\uE000')) continue;
      const before = sentence.text.slice(0, match.index);
      const backers = /\b(?:investors?|vcs?|funds?|backers?)(?: (?:is|are))?\s*$/.exec(
        sentence.rest.slice(0, match.index),
      );
      if (backers && (subject === 'deals' || subject === 'companies')) {
        const span = { start: backers.index, end: start + list.length };
        facts.unread.push({ ...span, reason: 'There is no filter here for where investors are.' });
        sentence.mask(span);
        continue;
      }
      const isOwn = isOwnPlace(subject, before, based);
      const taken = await takeList(context, { start, end: start + list.length }, isOwn);
      if (taken) sentence.mask({ start: match.index, end: start });
      else if (word !== 'in') continue;
    }
  }
}

/** Whether a place is the investor's own, not that of what it invests in. */
function isOwnPlace(subject: Subject, before: string, based: string): boolean {
  if (subject !== 'investors' && subject !== 'angels') return false;
  if (/\b(?:based|headquartered|located|living|hq)/.test(based))
    return !/\b(?:companies|startups|businesses|founders)\W*$/i.test(before);
  return !/\b(?:invest(?:ed|s|ing)?|back(?:ed|ing|s)?|fund(?:ed|ing)|led|leading|portfolio|compan(?:y|ies)|startups?|business(?:es)?|deals?|rounds?|active$|active in|participated|(?:investors?|leads?) for|wrote|writing|that do|who do|did|made)\b/i.test(
    before.replace(/^\W*(?:\w+ )?funds?\b/i, ''),
  );
}

const separators = /\s*(?:,\s*(?:and |or )?|;|\/|\s(?:and|or|&|as well as|plus)\s)\s*/g;

function splitList(sentence: Sentence, { start, end }: Span): Span[] {
  const text = sentence.rest.slice(start, end);
  const parts: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(separators)) {
    parts.push({ start: start + at, end: start + match.index });
    at = match.index + match[0].length;
  }
  parts.push({ start: start + at, end });
  return parts.map((part) => sentence.trim(part)).filter((part) => part.end > part.start);
}

async function takeList(context: NameContext, span: Span, isOwn: boolean): Promise<boolean> {
  const { sentence, searches } = context;
  const whole = sentence.trim(span);
  if (/ and | & /.test(sentence.rest.slice(whole.start, whole.end)) && (await takeName(context, whole, isOwn)))
    return true;
  let hasTaken = false;
  const parts = splitList(sentence, span);
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    const next = parts[at + 1];
    if (!part) continue;
    const isQualified = next && /^,\s*$/.test(sentence.rest.slice(part.end, next.start));
    const place = isQualified
      ? await readQualifiedPlace(sentence.read(part), sentence.read(next), parts.length === 2, searches)
      : undefined;
    if (next && place) {
      addPlace(context, { start: part.start, end: next.end }, [place], isOwn);
      hasTaken = true;
      at += 1;
      continue;
    }
    const name = await takeLongest(context, part, isOwn);
    hasTaken ||= name;
    if (!name && at === 0) return false;
  }
  if (hasTaken) maskBetween(sentence, span);
  return hasTaken;
}

/** Masks "or" and commas between taken names too. */
function maskBetween(sentence: Sentence, { start, end }: Span): void {
  const text = sentence.rest.slice(start, end);
  if (/^[\uE000\s,/&]*(?:(?:and|or|the)[\uE000\s,/&]*)*$/.test(text)) sentence.mask({ start, end });
}

/** Takes the longest sequence of words, from the first, that names a place or an industry. */
async function takeLongest(context: NameContext, span: Span, isOwn: boolean): Promise<boolean> {
  const words = [...context.sentence.rest.slice(span.start, span.end).matchAll(/\S+/g)].slice(0, 5);
  for (const last of words.toReversed()) {
    const part = context.sentence.trim({ start: span.start, end: span.start + last.index + last[0].length });
    const rest = context.sentence.rest.slice(part.end, span.end).trim().replaceAll(/[,.]/g, '');
    // "in hospital billing": the first words alone would change the meaning.
    const isTail =
      rest === '' || rest.split(/\s+/).every((word) => fillers.has(word) || /^(?:space|vertical)$/.test(word));
    if (!(await takeName(context, part, isOwn, isTail))) continue;
    if (isTail && rest !== '') context.sentence.mask(span);
    return true;
  }
  return false;
}

/** "us" after a verb or a preposition that is not one of place; otherwise it is a country, as "US" always is. */
const isPronoun = (sentence: Sentence, { start, end }: Span): boolean =>
  sentence.text.slice(start, end) === 'us' &&
  /\b(?:show|give|tell|find|get|send|bring|help|let|fund|back|join|contact|for|to|with|of|about|like|by) $/i.test(
    sentence.text.slice(0, start),
  );

async function takeName(context: NameContext, span: Span, isOwn: boolean, isWhole = true): Promise<boolean> {
  const { sentence, searches, facts } = context;
  const typed = sentence.read(span);
  const lower = typed.toLowerCase();
  if (fillers.has(lower) && lower !== 'space' && !placeNames.has(lower)) return false;
  const [place, industry] = await Promise.all([
    isPronoun(sentence, span) ? undefined : readPlaceName(typed, searches),
    isWhole ? readIndustryName(typed, searches) : undefined,
  ]);
  const city = (place ?? industry) ? undefined : await readCityInArea(typed, searches);
  if (city) return addPlace(context, span, [city], isOwn);
  if (place && (place.isSure || !industry?.isSure)) {
    const isCapital = /^[\p{Lu}]/u.test(typed);
    if (!place.isSure && !isCapital && industry) return addIndustry(context, span, industry.found);
    if (place.found.length > 1) {
      facts.choices.push({ ...span, filter: 'place', candidates: place.found, isOwn });
      return mask(sentence, span);
    }
    return addPlace(context, span, place.found, isOwn);
  }
  return industry ? addIndustry(context, span, industry.found) : false;
}

const mask = (sentence: Sentence, span: Span): true => {
  sentence.mask(span);
  return true;
};
const addPlace = ({ sentence, facts }: NameContext, span: Span, names: readonly FoundName[], isOwn: boolean): true => {
  facts.pieces.push({ ...span, means: 'place', names, isOwn });
  return mask(sentence, span);
};
const addIndustry = ({ sentence, facts }: NameContext, span: Span, names: readonly FoundName[]): true => {
  facts.pieces.push({ ...span, means: 'industry', names });
  return mask(sentence, span);
};

const describing = new RegExp(
  String.raw`\b(?:(?:that|which|who)\s+(?:are\s+)?)?(build(?:s|ing)?|develop(?:s|ing)?|mak(?:e|es|ing)|creat(?:e|es|ing)|design(?:s|ing)?|manufactur(?:e|es|ing)|sell(?:s|ing)?|help(?:s|ing)?|us(?:e|es|ing)|provid(?:e|es|ing)|offer(?:s|ing)?|automat(?:e|es|ing)|enabl(?:e|es|ing)|replac(?:e|es|ing)|reduc(?:e|es|ing)|working on|works? on|focus(?:ed|ing|es)? on|speciali[sz](?:ed|ing|es) in|dedicated to|deal(?:s|ing) with|tackling|solving|doing|applying|turn(?:s|ing)?|produc(?:e|es|ing)|treat(?:s|ing)?|detect(?:s|ing)?|connect(?:s|ing)?|track(?:s|ing)?|monitor(?:s|ing)?|bring(?:s|ing)?|run(?:s|ning)?|about|like)\s+([^;.?!\uE000]+?)(?=\s*(?:$|[;.?!\uE000]|,?\s*\b(?:that (?:raised|have|has|are)|which|who|and (?:have|has|raised|are)|which (?:raised|have)|with(?=\s*\uE000)|raised|based|located|founded|in(?=\s*\uE000)|since|from(?=\s*\uE000))))`,
  'g',
);

/** Verbs that say what a business does; the others only introduce it. */
const keepsVerb = /^(?:help|automat|enabl|replac|reduc|turn|treat|detect|connect|track|monitor|bring)/;

const purpose =
  /\s+for\s+(?:the\s+)?([^,;.?!\uE000]+?)(?=\s*(?:$|[,;.?!\uE000]|\b(?:that|which|who|with|raised|based|founded|in|from|since|over|under)\b))/g;

/** "software companies for law firms": the words before "for" belong to the description, without "companies". */
async function takePurpose({ sentence, subject, facts, searches }: NameContext): Promise<void> {
  if (subject !== 'companies') return;
  for (const match of sentence.rest.matchAll(purpose)) {
    const object = match[1] ?? '';
    if ((await readIndustryName(object, searches))?.isSure) continue;
    const [all = '', words = ''] =
      /((?:[\p{L}\d&-]+ )*(?:[\p{L}\d&-]+)?) ?\uE000*$/u.exec(sentence.rest.slice(0, match.index)) ?? [];
    // A verb starts a description by itself.
    if (/\b(?:that|which|who|\w+ing)\b/.test(words)) continue;
    const kept = words
      .split(' ')
      .filter((word) => word !== '' && !fillers.has(word))
      .join(' ');
    const start = match.index - all.length + Math.max(words.lastIndexOf(kept), 0);
    const span = sentence.trim({ start, end: match.index + match[0].length });
    const typed = sentence.read({ start, end: start + kept.length });
    if (kept === '' || !words.includes(kept)) continue;
    facts.pieces.push({
      ...span,
      means: 'about',
      text: `${typed} for ${sentence.read({ start: span.end - object.length, end: span.end })}`,
    });
    sentence.mask(span);
  }
}

/** "building AI copilots for hospital billing": an industry if it names one, otherwise a description. */
async function takeDescription(context: NameContext): Promise<void> {
  const { sentence, subject, facts, searches } = context;
  for (const match of sentence.rest.matchAll(describing)) {
    const object = match[2] ?? '';
    const start = match.index + match[0].length - object.length;
    const span = trimFillers(sentence, { start, end: start + object.length });
    if (span.end <= span.start || sentence.rest.slice(match.index, span.end).includes('\uE000')) continue;
    const typed = sentence.read(
      keepsVerb.test(match[1] ?? '') ? { start: match.index + match[0].indexOf(match[1] ?? ''), end: span.end } : span,
    );
    const industry = await readIndustryName(
      sentence.read(span).replace(/\s+(?:companies|startups|businesses)$/i, ''),
      searches,
    );
    if (industry?.isSure) addIndustry(context, span, industry.found);
    else if (/^(?:run|about|like|doing)/.test(match[1] ?? '') && (await takeList(context, span, false))) continue;
    else if (canDescribe(subject) && typed.split(/\s+/).some((word) => !fillers.has(word.toLowerCase()))) {
      facts.pieces.push({ ...span, means: 'about', text: typed });
      mask(sentence, span);
    } else continue;
    sentence.mask({ start: match.index, end: start });
  }
}

function trimFillers(sentence: Sentence, span: Span): Span {
  let { start, end } = sentence.trim(span);
  const tail = /(?:\s+(?:with|in|from|and|or|by|at|on|the|to|since|over|of|,))+$/.exec(sentence.rest.slice(start, end));
  if (tail) end -= tail[0].length;
  const head = /^(?:(?:a|an|the|with|in|on)\s+)+/.exec(sentence.rest.slice(start, end));
  if (head) start += head[0].length;
  return sentence.trim({ start, end });
}

const placesByLength = [...demonyms.keys(), ...wellKnownCities, ...wellKnownAreas, ...placeNames.keys()]
  .filter((name) => name !== 'sea' && name !== 'la')
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('.', String.raw`\.`));
/** A word and a state or country: "cambridge ma", "waterloo ontario". */
const cityInArea = new RegExp(
  String.raw`(?<![\w-])(?:${[...wellKnownCities].filter((name) => name.includes(' ')).join('|')}|[a-z][\w.'-]*),? (?:${[
    ...wellKnownAreas,
    ...placeNames.keys(),
    ...stateCodes.keys(),
  ]
    .filter((name) => !fillers.has(name))
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('.', String.raw`\.`))
    .join('|')})(?![\w-])`,
  'g',
);
const knownPlace = new RegExp(
  String.raw`(?<![\w-])(?:${placesByLength.join('|')})(?:-based|-headquartered| based)?(?!\w|-(?!based))`,
  'g',
);
/** A place that the words after it mark as one, and Los Angeles, which is not "la". */
const markedPlace =
  /(?<![\w-])[a-z][\w.]*(?:[ -][a-z][\w.]*){0,2}(?:-based|-headquartered)(?!\w)|(?<![\w.-])la(?![\w'-])/g;

/** "German", "London-based", "US", "berlin", "germany": places that are named without a preposition. */
async function takeAdjectives(context: NameContext): Promise<void> {
  const { sentence, subject } = context;
  for (const pattern of [cityInArea, knownPlace, markedPlace])
    for (const match of sentence.rest.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (sentence.rest.slice(span.start, span.end).includes('\uE000')) continue;
      if (pattern === cityInArea && fillers.has(/^[^\s,]+/.exec(match[0])?.[0] ?? '')) continue;
      const name = { ...span, end: span.start + match[0].replace(/[ -](?:based|headquartered)$/, '').length };
      const typed = sentence.read(name);
      if (match[0] === 'la' && typed !== 'LA') continue;
      const isOwn = isOwnAdjective(subject, sentence, span);
      if (await takeName(context, name, isOwn, false)) sentence.mask(span);
    }
}

/** "London investors" are in London, "investors in London startups" need not be. */
function isOwnAdjective(subject: Subject, sentence: Sentence, span: Span): boolean {
  if (subject !== 'investors' && subject !== 'angels') return false;
  const next = sentence.text.slice(span.end).toLowerCase();
  const isOfCompanies =
    /^\W*(?:[\w&-]+\s+){0,3}?(?:companies|startups|businesses|deals|rounds|founders|teams)\b/.test(next) &&
    !/^\W*(?:[\w&-]+\s+){0,3}?(?:investors?|vcs?|funds?|angels?|firms?|partners)\b/.test(next);
  return !isOfCompanies && isOwnPlace(subject, sentence.text.slice(0, span.start), '');
}

const word = /[^\s,;:.?!()"“”\uE000/]+(?:\.[^\s,;:.?!()"“”\uE000]+)*/g;

/** Takes the rest: industries, places with a capital letter, descriptions, and words that nothing can express. */
async function takeRest(context: NameContext): Promise<void> {
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

/** "Ridge Capital deals": a name that is in no list is that of an investor or a company. */
function takeUnknownName({ sentence, searches, facts }: NameContext, words: readonly Span[]): boolean {
  const span = { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
  const name = sentence.read(span);
  if (sentence.rest.slice(span.start, span.end).includes('\uE000') || !/^(?:\p{Lu}|\p{L}+\d)/u.test(name)) return false;
  for (const kind of ['investor', 'company'] as const)
    facts.records.push({ ...span, kind, name, candidates: searches.findKnown?.(kind, name) ?? [] });
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
