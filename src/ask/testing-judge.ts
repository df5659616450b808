import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { type FinancingType } from '#contract/enums.ts';
import type { Filter, SearchCatalogue } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { parseAmount } from './amounts.ts';
import { searchEndpoints, type SentenceReading } from './reading.ts';

const catalogues: readonly SearchCatalogue[] = [dealCatalogue, companyCatalogue, investorCatalogue, personCatalogue];

/** A sentence with the screen and the facts of the body that it means, each as "path=value". */
type JudgedSentence = {
  readonly sentence: string;
  readonly screen: string;
  readonly isMarket: boolean;
  readonly facts: readonly string[];
  readonly unread: readonly string[];
  readonly choices: readonly string[];
};

/** Reads the lines of a set of judged sentences. */
export const readJudged = (text: string): JudgedSentence[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [sentence = '', meaning = ''] = line.split(' => ');
      const [screen = '', list = ''] = meaning.split(/: (.*)/s);
      const [name, market] = screen.trim().split(' ');
      const catalogue = catalogues.find((one) => one.name === name);
      if (!catalogue) throw new Error(`No screen: ${line}`);
      const parts = list
        .split('; ')
        .map((part) => part.trim())
        .filter(Boolean);
      const listed = (mark: string) => parts.filter((part) => part.startsWith(mark)).map((part) => part.slice(1));
      const facts = parts.filter((part) => !/^[~?]/.test(part)).flatMap((part) => readFacts(catalogue, part, line));
      return {
        sentence,
        screen: catalogue.name,
        isMarket: market !== undefined,
        facts,
        unread: listed('~'),
        choices: listed('?'),
      };
    });

function readFacts({ filters }: SearchCatalogue, part: string, line: string): string[] {
  const [name = '', text = ''] = part.split(/ (.*)/s);
  if (name === 'sort') return [`sort_by=${text}`];
  if (name === 'page_size' || name === 'measure' || name === 'sizes') return [`${name}=${text}`];
  const filter = filters.find((one) => one.name === name);
  if (!filter) throw new Error(`No filter ${name}: ${line}`);
  return listFacts(filter, text);
}

function listFacts(filter: Filter, text: string): string[] {
  const [first = '', second = ''] = filter.paths;
  const bounds = (read: (text: string) => unknown) => {
    const [low = '', high = ''] = text.split('..');
    return [...(low ? [`${first}=${String(read(low))}`] : []), ...(high ? [`${second}=${String(read(high))}`] : [])];
  };
  if (filter.kind === 'moneyRange') return bounds(parseAmount);
  if (filter.kind === 'dateRange') return bounds((day) => day);
  if (filter.kind === 'toggle') return [`${first}=true`];
  if (filter.kind === 'rounds') return text.split(',').map((name) => `${first}=${formatRound(name)}`);
  if (filter.kind === 'semantic') return [`${first}=${text.toLowerCase()}`];
  if (filter.kind === 'count' || filter.kind === 'select' || name(filter) === 'schools') return [`${first}=${text}`];
  return text.split(',').map((value) => `${first}=${value}`);
}
const name = (filter: Filter): string => filter.name;

function formatRound(text: string): string {
  const pre = text.startsWith('pre-');
  const extension = text.endsWith('-ext');
  const bare = text.replace(/^pre-/, '').replace(/-ext$/, '');
  const type = bare.length === 1 ? `SERIES_${bare}` : (bare.toUpperCase() as FinancingType);
  return `${type}${pre ? '~pre' : ''}${extension ? '~extension' : ''}`;
}

/** The facts of a body, each as "path=value"; super categories count as industries, because one filter holds both. */
function listBodyFacts(body: object, prefix = ''): string[] {
  return Object.entries(body).flatMap(([member, value]) => {
    const path = `${prefix}${member === 'super_categories' ? 'industries' : member}`;
    if (!Array.isArray(value) && typeof value === 'object') return listBodyFacts(value as object, `${path}.`);
    const list = (Array.isArray(value) ? value : [value]) as unknown[];
    return list.map((one) => `${path}=${formatValue(one, member)}`);
  });
}

function formatValue(value: unknown, member: string): string {
  if (typeof value !== 'object' || value === null)
    return member === 'search_query' ? String(value).toLowerCase() : String(value);
  const { type, pre, extension } = value as { type: string; pre: boolean; extension: boolean };
  return `${type}${pre ? '~pre' : ''}${extension ? '~extension' : ''}`;
}

/** Compares a reading with what was meant. */
function judge(expected: JudgedSentence, { screen, isMarket, figure, body, unread, choices }: SentenceReading) {
  const found = listBodyFacts({ ...body, ...figure });
  const hits = expected.facts.filter((fact) => found.includes(fact)).length;
  const words = unread.map((one) => one.words.toLowerCase()).join(' | ');
  return {
    isRoute: screen === expected.screen && isMarket === expected.isMarket,
    hits,
    found: found.length,
    wanted: expected.facts.length,
    missed: expected.facts.filter((fact) => !found.includes(fact)),
    extra: found.filter((fact) => !expected.facts.includes(fact)),
    notReported: [
      ...expected.unread.filter((one) => !words.includes(one.toLowerCase())).map((one) => `~${one}`),
      ...expected.choices.filter((one) => !choices.some(({ words: of }) => of === one)).map((one) => `?${one}`),
    ],
    unread: words,
  };
}

/** Figures of a set of sentences: shares of right screens and valid bodies, filter F1, unused words not reported. */
export async function measureSentences(
  set: readonly JudgedSentence[],
  read: (sentence: string) => Promise<SentenceReading>,
) {
  const total = { routes: 0, hits: 0, found: 0, wanted: 0, valid: 0, silent: 0 };
  const wrong: string[] = [];
  for (const expected of set) {
    const reading = await read(expected.sentence);
    const { isRoute, hits, found, wanted, missed, extra, notReported } = judge(expected, reading);
    total.routes += Number(isRoute);
    total.hits += hits;
    total.found += found;
    total.wanted += wanted;
    total.valid += Number(searchEndpoints[reading.screen].body.safeParse(reading.body).success);
    total.silent += notReported.length;
    const faults = [
      ...(isRoute ? [] : [`${reading.screen}, not ${expected.screen}`]),
      ...missed.map((one) => `missed ${one}`),
      ...extra.map((one) => `added ${one}`),
      ...notReported,
    ];
    if (faults.length > 0) wrong.push(`${expected.sentence}: ${faults.join('; ')}`);
  }
  const [precision, recall] = [total.hits / total.found, total.hits / total.wanted];
  const f1 = (2 * precision * recall) / (precision + recall);
  const { routes, valid, silent } = total;
  return { routes: routes / set.length, f1, valid: valid / set.length, silent, wrong };
}
