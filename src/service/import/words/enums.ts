import {
  employeeRange,
  type EmployeeRange,
  type FinancingType,
  financingTypes,
  type Intermediate,
} from '#contract/enums.ts';
import { trimValue } from '#contract/scalars.ts';
import { buildNameKey } from '../../db/name-key.ts';
import type { ImportedCompany } from '../records.ts';

/** A type of round with its modifiers. */
export type RoundType = { type: FinancingType; pre: boolean; extension: boolean; intermediate: Intermediate };

/** The steps of a round by their number. */
export const steps: readonly Intermediate[] = ['NONE', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT'];
const romans: Record<string, number> = { i: 1, ii: 2, iii: 3, iv: 4 };

/** Folded words of sources without "round", in addition to the names of the types themselves. */
const synonyms: Partial<Record<FinancingType, string>> = {
  SEED: 'angel, angel individual, angel seed, seed angel, friends and family, seed and strategic, seed and private, seed and private sale, seed funding, seed venture, seed vc',
  SAFE: 'saft, safe note, simple agreement for future equity, simple agreement for future tokens',
  CONVERTIBLE_NOTE:
    'convertible, convertible notes, convertible debt, convertible loan, convertible note issuance, ccd, cn',
  EQUITY:
    'private equity, pe, growth equity, growth, post ipo equity, post ipo, equity token, equity and token, ipo, public offering, public offering common stock, pipe, private placement, late vc pe, buyout, growth equity vc, growth equity non vc, pe growth expansion, media for equity',
  PREFERRED: 'preferred stock, preferred equity, preferred shares',
  SECONDARY_MARKET:
    'secondary, secondary sale, secondary transaction, secondary transaction private, secondary transaction open market, post ipo secondary, secondary shares',
  DEBT_FINANCING:
    'debt, debt general, loan, venture debt, venture loan, credit facility, structured debt, post ipo debt, mezzanine, line of credit, bond, bonds',
  GRANT: 'grants, prize, award, prize grant',
  NON_EQUITY_ASSISTANCE: 'accelerator, incubator, accelerator incubator, acceleration, support program, non equity',
  CROWDFUNDING:
    'equity crowdfunding, product crowdfunding, equity crowdsale, crowd funding, equity based crowdfunding, crowdsale equity',
  INITIAL_COIN_OFFERING:
    'ico, ieo, ido, ifo, token sale, private token sale, public token sale, token pre sale, strategic private sale, coinlist sale, twelvefold auction, ecosystem foundation raise, token',
  FUNDING_ROUND:
    'venture, vc, venture capital, undisclosed, unknown, other, strategic, strategic investment, corporate, corporate venture, private, dao, ecosystem, 3rd, unspecified, series unknown, venture series unknown, undisclosed venture, investment, early venture, late venture, later venture, early vc, late vc, later vc',
};

const roundWords = new Map<string, FinancingType>([
  ...financingTypes.map((type) => [buildNameKey(type), type] as const),
  ...Object.entries(synonyms).flatMap(([type, list]) =>
    list.split(',').map((word) => [word.trim(), type as FinancingType] as const),
  ),
]);

/** The round type for a source's word; undefined when it is unknown. */
export function parseRoundType(given: string): RoundType | undefined {
  const word = trimValue(given);
  const plus = word.endsWith('+') || /\+\s*(round|funding)/i.test(word);
  let text = ` ${buildNameKey(word)} `.replace(/ (stage|funding round|round|rounds|financing round) /g, ' ').trim();
  const extension = / (extension|ext|extended|bridge)$/.test(text) || /^(bridge|extension)( loan)?$/.test(text);
  text = text.replace(/ ?(extension|ext|extended|bridge)$/, '').trim();
  if (text === '') return word === '' ? undefined : buildRound('FUNDING_ROUND', { extension });
  const exact = roundWords.get(text) ?? roundWords.get(text.replace(/ funding$/, ''));
  if (exact) return buildRound(exact, { extension, intermediate: plus ? 'PLUS' : 'NONE' });
  return parseStepped(text.replace(/ funding$/, ''), plus, extension);
}

/** "pre series a", "series pre a", "series e 2", "series b1", "seed 2", "preseed". */
function parseStepped(text: string, plus: boolean, extension: boolean): RoundType | undefined {
  const pre = /(^|\W)pre ?(?=seed|series|[a-m]\b)/.test(text);
  const bare = text.replace(/(^|\W)pre ?(?=seed|series|[a-m]\b)/, '$1').trim();
  const [, name, letter, digits] = /^(seed|series ([a-m])) ?([1-8]|i{1,3}|iv)?$/.exec(bare) ?? [];
  if (!name) return undefined;
  const type = letter ? financingTypes.find((known) => known === `SERIES_${letter.toUpperCase()}`) : 'SEED';
  const step = digits ? (romans[digits] ?? Number(digits)) : 0;
  const intermediate = plus ? 'PLUS' : (steps[step] ?? 'NONE');
  return type && buildRound(type, { pre, extension, intermediate });
}

const buildRound = (type: FinancingType, modifiers: Partial<RoundType>): RoundType => ({
  type,
  pre: false,
  extension: false,
  intermediate: 'NONE',
  ...modifiers,
});

const ranges = employeeRange.options.map((range) => {
  const [low = 0, high = Infinity] = range.split(/[-+]/).filter(Boolean).map(Number);
  return { range, low, high };
});

/** The range of "11-50", "11 to 50 employees", "c_00011_00050" or "10001+"; undefined if it is in none. */
export function parseHeadCount(text: string): EmployeeRange | undefined {
  const word = trimValue(text)
    .replaceAll(',', '')
    .replace(/(employees|people|staff)$/i, '')
    .trimEnd();
  const exact = /^(\d{1,7})(?:\.0)?$/.exec(word);
  if (exact) return ranges.find(({ low, high }) => Number(exact[1]) >= low && Number(exact[1]) <= high)?.range;
  const [, from, to] = /^(?:c_)?(\d+)\s*(?:-|–|_| to )\s*(\d+|max)$/i.exec(word) ?? [];
  if (from && to) {
    const high = to === 'max' ? Infinity : Number(to);
    return ranges.find((range) => range.low <= Number(from) && Number(from) > 0 && range.high >= high)?.range;
  }
  const [, atLeast] = /^(\d+)\s*\+$/.exec(word) ?? [];
  return Number(atLeast) >= 10_000 ? '10001+' : undefined;
}

export type Status = NonNullable<ImportedCompany['status']>;

export const statuses = ['private', 'public', 'acquired', 'delisted', 'closed'] as const satisfies readonly Status[];

const statusWords: Record<Status, string> = {
  private: 'private, operating, active, alive, running, live, independent',
  public: 'public, ipo, listed, went public',
  acquired: 'acquired, exited, merged, acquisition, sold, m and a',
  delisted: 'delisted, was acquired and delisted',
  closed: 'closed, dead, inactive, defunct, shut down, bankrupt, dissolved, out of business, deadpooled',
};

const byWord = new Map(
  statuses.flatMap((status) => statusWords[status].split(',').map((word) => [word.trim(), status] as const)),
);

/** The company status for a source's word; undefined when it is unknown. */
export function parseCompanyStatus(word: string): Status | undefined {
  return byWord.get(buildNameKey(trimValue(word)));
}

/** Yes or no; undefined for anything else. */
export function parseFlag(text: string): boolean | undefined {
  if (/^(t|true|y|yes|1|x)$/i.test(text)) return true;
  return /^(f|false|n|no|0)$/i.test(text) ? false : undefined;
}
