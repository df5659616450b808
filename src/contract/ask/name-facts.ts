import { addIndustry, addPlace, canDescribe, isOwnAdjective, isOwnPlace } from './name-pieces.ts';
import { readCityInArea, readIndustryName, readPlaceName, readQualifiedPlace } from './name-words.ts';
import { type NameContext, takeRecords } from './record-names.ts';
import { takeRest } from './rest-words.ts';
import type { Sentence, Span } from './sentence.ts';
import { demonyms, fillers, placeNames, stateCodes, wellKnownAreas, wellKnownCities } from './vocabulary.ts';

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
      sentence.mask(span);
      return true;
    }
    return addPlace(context, span, place.found, isOwn);
  }
  return industry ? addIndustry(context, span, industry.found) : false;
}

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
      sentence.mask(span);
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
/** "new york state" */
const namedState = new RegExp(String.raw`(?<![\w-])(?:${[...stateCodes.values()].join('|')}) state(?![\w-])`, 'g');
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
  for (const pattern of [namedState, cityInArea, knownPlace, markedPlace])
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
