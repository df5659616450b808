import { readIndustryName } from './name-words.ts';
import { convert, endOfClause, maybe, longestOf, phrases, sequence, table, upTo, wordLike } from './phrases.ts';
import { addNames, takeList } from './place-words.ts';
import { type AskContext, reject, type Subject } from './pieces.ts';
import type { PhraseReader, Sentence, TokenRange } from './sentence.ts';
import { fillers } from './vocabulary.ts';

/** Adds a description and marks its words. */
export function describe({ sentence, facts }: AskContext, { from, to }: TokenRange, text: string): void {
  facts.pieces.push({ from, to, means: 'about', values: [text, undefined] });
  sentence.mark({ from, to });
}

/** Whether records of a kind are described by what a business does. */
export const canDescribe = (subject: Subject): boolean => subject !== 'deals';

const alike = phrases(
  `co invest/invested/investing with | co investor of/with | coinvestors of | invest/invested/investing alongside |
  similar/comparable to | competitor of/to | alternative to | such as`,
);
const like = phrases('like');
const likeness: PhraseReader<true> = (view, at) => {
  const match = alike(view, at) ?? (view.sentence.isRead(at - 1) ? like(view, at) : undefined);
  if (!match || !view.at(match.to)) return undefined;
  let to = match.to + 1;
  while (view.at(to)?.isCapital || view.at(to)?.isJoined) to += 1;
  return { to, value: true };
};
/** Takes comparisons with a record. */
export const takeLikeness = (context: AskContext): void =>
  context.sentence.take(likeness, reject(context, 'A search does not compare records.'));

/** Verbs that say what a business does, with whether they belong to the description. */
const describing = table([
  [
    `build/develop/design/sell/offer | building/developing/designing/selling/offering | make/create/manufacture/use |
    making/creating/manufacturing/using | provide/produce | providing/producing | working/work on |
    focused/focus/focusing on | specializing/specialising/specialized/specialised/specialize/specialise in |
    dedicated to | dealing with | tackling/solving/applying`,
    'introduces',
  ],
  [
    `help/turn/treat/detect/connect/track/monitor/bring | automate/enable/replace/reduce |
    helping/turning/treating/detecting/connecting/tracking/monitoring/bringing/automating/enabling/replacing/reducing`,
    'belongs',
  ],
  ['run/running/about/like/doing', 'may list'],
]);
const opening = convert(sequence(maybe(phrases('that/which/who are?')), describing), ([, role]) => role);
const clause: PhraseReader<unknown> = longestOf<unknown>(
  wordLike(/^[;.?!]$/),
  sequence(
    maybe(phrases(',')),
    phrases('that/and? raised | that/and have/has/are | which/who/based/located/founded/since'),
  ),
  beforeRead('with/in/from'),
);
/** A preposition whose object is read already. */
function beforeRead(texts: string): PhraseReader<unknown> {
  const word = phrases(texts);
  return (view, at) => (word(view, at) && view.sentence.isRead(at + 1) ? { to: at + 1, value: true } : undefined);
}

const tailWords = phrases('with/in/from/and/or/by/at/on/the/to/since/over/of/,/"/“/”');
const headWords = phrases('a/an/the/with/in/on/"/“/”');

function trimFillers(sentence: Sentence, { from, to }: TokenRange): TokenRange {
  let [start, end] = [from, to];
  while (end > start && tailWords(sentence.whole, end - 1)) end -= 1;
  while (start < end && headWords(sentence.whole, start)) start += 1;
  return { from: start, to: end };
}

/** "building AI copilots for hospital billing": an industry if it names one, otherwise a description. */
export async function takeDescription(context: AskContext): Promise<void> {
  const { sentence, subject, searches } = context;
  for (let at = 0; at < sentence.tokens.length; at += 1) {
    const match = opening(sentence.unread, at);
    if (!match) continue;
    const range = trimFillers(sentence, upTo(clause)(sentence.unread, match.to)?.value ?? { from: at, to: at });
    if (range.to <= range.from) continue;
    const name = sentence.words(range).replace(/\s+(?:companies|startups|businesses)$/i, '');
    const industry = await readIndustryName(name, searches);
    if (industry?.isSure) addNames(context, 'industry', range, industry.found);
    else if (match.value === 'may list' && (await takeList(context, range, 'location'))) continue;
    else if (canDescribe(subject) && hasContent(sentence, range)) {
      describe(
        context,
        range,
        sentence.words(match.value === 'belongs' ? { from: match.to - 1, to: range.to } : range),
      );
    } else continue;
    sentence.mark({ from: at, to: range.from });
  }
}

const hasContent = ({ tokens }: Sentence, { from, to }: TokenRange): boolean =>
  tokens.slice(from, to).some(({ text }) => !fillers.has(text));

const purposeEnd = longestOf<unknown>(
  endOfClause,
  phrases('that | which | who | with | raised | based | founded | in | from | since | over | under'),
);
const forWord = sequence(phrases('for'), maybe(phrases('the')));

/** "software companies for law firms": the words before "for" belong to the description, without "companies". */
export async function takePurpose(context: AskContext): Promise<void> {
  const { sentence, subject, searches } = context;
  if (subject !== 'companies') return;
  for (let at = 1; at < sentence.tokens.length; at += 1) {
    const match = sequence(forWord, upTo(purposeEnd))(sentence.unread, at);
    const topic = match && findTopic(sentence, at);
    if (!match || !topic) continue;
    const object = sentence.words(match.value[1]);
    if (object === '' || (await readIndustryName(object, searches))?.isSure) continue;
    describe(context, { from: topic.from, to: match.to }, `${sentence.words(topic)} for ${object}`);
  }
}

const word = wordLike(/^[\p{L}\p{N}&]/u);
/** The words before "for" that are no fillers, if they are adjacent and have no verb. */
function findTopic(sentence: Sentence, end: number): TokenRange | undefined {
  let start = end;
  while (sentence.isRead(start - 1)) start -= 1;
  const last = start;
  while (word(sentence.unread, start - 1)) start -= 1;
  const words = sentence.tokens.slice(start, last);
  if (words.some(({ text }) => /^(?:that|which|who)$|\w+ing$/.test(text))) return undefined;
  const kept = words.flatMap(({ text }, at) => (fillers.has(text) ? [] : [start + at]));
  const [from, to] = [kept[0] ?? 0, (kept.at(-1) ?? -1) + 1];
  return kept.length > 0 && to - from === kept.length ? { from, to } : undefined;
}
