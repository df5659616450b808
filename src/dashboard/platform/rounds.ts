import { capitalize, formatMoney } from './format.ts';
import { financingTypes, type FinancingType } from '#contract/enums.ts';
import { facetStages, findStagePlace, listRoundForms, listStageRounds } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundKey } from '#contract/rounds.ts';

/** A round type with its modifiers; another service may have other types. */
export type Round = {
  readonly type: string | null;
  readonly pre?: boolean | null;
  readonly extension?: boolean | null;
  readonly intermediate?: string | null;
};

/** The round of a deal. */
export const toRound = ({
  round_type: type,
  ...round
}: Omit<Round, 'type'> & { readonly round_type: string | null }): Round => ({
  type,
  pre: round.pre ?? null,
  extension: round.extension ?? null,
  intermediate: round.intermediate ?? null,
});

/** The order in which rounds follow each other in a company's life, then all other types. */
export const roundOrder: readonly FinancingType[] = [
  'SEED',
  ...financingTypes.filter((type) => type.startsWith('SERIES_')),
  ...financingTypes.filter((type) => type !== 'SEED' && !type.startsWith('SERIES_')),
];

/** The position of a round in a company's life: a pre-round before its round, unknown types last. */
export function rankRound({ type, pre }: Round): number {
  const place = roundOrder.findIndex((one) => one === type);
  return (place < 0 ? roundOrder.length : place) * 2 + (pre === true ? 0 : 1);
}

const steps: Record<string, string> = {
  PLUS: '+',
  ONE: '-1',
  TWO: '-2',
  THREE: '-3',
  FOUR: '-4',
  FIVE: '-5',
  SIX: '-6',
  SEVEN: '-7',
  EIGHT: '-8',
};

/** The usual name of a round: "Pre-seed", "Series A extension", "Series E-2". */
export function formatRoundType({ type, pre, extension, intermediate }: Round): string {
  const plain = `${formatFinancingType(type)}${steps[intermediate ?? 'NONE'] ?? ''}`;
  const isName = /^(Series|SAFE)/.test(plain);
  const named = pre === true ? `Pre-${isName ? plain : plain.charAt(0).toLowerCase() + plain.slice(1)}` : plain;
  return extension === true ? `${named} extension` : named;
}

/** The longest name of a round that fits a badge in a table, in characters. */
const longestShort = 13;
const shortTypes: Partial<Record<string, string>> = {
  CONVERTIBLE_NOTE: 'Convertible',
  NON_EQUITY_ASSISTANCE: 'Non-equity',
  INITIAL_COIN_OFFERING: 'ICO',
  SECONDARY_MARKET: 'Secondary',
  DEBT_FINANCING: 'Debt',
  CROWDFUNDING: 'Crowdfund',
  FUNDING_ROUND: 'Funding',
} satisfies Partial<Record<FinancingType, string>>;

/** The name of a round where there is little room: "Series B ext.", "Pre-A ext.", "Convertible". */
export function formatShortRound(round: Round): string {
  const name = formatRoundType(round);
  if (name.length <= longestShort) return name;
  const { type, pre, extension, intermediate } = round;
  const step = steps[intermediate ?? 'NONE'] ?? '';
  const short = `${shortTypes[type ?? ''] ?? formatFinancingType(type)}${step}`;
  const named = pre === true ? `Pre-${short.replace(/^Series /, '')}` : short;
  return extension === true ? `${named} ext.` : named;
}

function formatFinancingType(type: string | null): string {
  if (type === null || type === '') return 'Unknown round';
  if (type === 'SAFE') return 'SAFE';
  if (type === 'NON_EQUITY_ASSISTANCE') return 'Non-equity assistance';
  const words = type.toLowerCase().replaceAll('_', ' ');
  const sentence = capitalize(words);
  return sentence.replace(
    /^(Series) (.*)$/,
    (_, series: string, letter: string) => `${series} ${letter.toUpperCase()}`,
  );
}

/** A step on the scale from early (1) to late (6), or 0 for debt, grants and everything without a stage. */
export type Stage = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The names of the stages, by their number. */
export const stageNames = [
  'Other rounds',
  'Pre-seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C',
  'Series D and later',
] as const;

/** The name of a stage within a sentence: "seed", "Series A". */
export const formatStageInText = (stage: Stage): string => {
  const name = stageNames[stage];
  return name.startsWith('Series') ? name : name.toLowerCase();
};

/** The color of a round on the scale from early to late; gray without a stage. */
export const getRoundColor = (round: Round): string => `var(--color-stage-${findStage(round)})`;

/** The stage of a round, as the service counts it: that of a series includes its pre-rounds and extensions. */
export const findStage = ({ type, pre = null }: Round): Stage =>
  ((findStagePlace({ type, pre }) + 1) % stageNames.length) as Stage;

/** The round without what does not change its stage: an extension, and "pre" of a series. */
export const toPlainRound = ({ type, pre = null }: Round): Round => ({
  type,
  pre: pre === true && findStage({ type, pre }) !== findStage({ type, pre: false }),
});

/** The name of what a count by type includes, where it does not tell pre-seed from seed. */
export const formatCountedType = (type: string | null): string =>
  type === 'SEED' ? 'Seed and pre-seed' : formatRoundType({ type });

/** The name of a round, or of a count by type. */
export const formatCountedRound = (round: Round): string =>
  round.pre === undefined ? formatCountedType(round.type) : formatRoundType(round);

/** Rounds under one name: a stage, a type of round in all its forms, or a single one. */
export type RoundGroup = { readonly name: string; readonly rounds: readonly FinancingFilter[] };

const toStageName = (stage: (typeof facetStages)[number]) =>
  stageNames[findStage(listStageRounds(stage)[0] ?? noRound)];
const noRound: Round = { type: null };

/** The stages with all their rounds, early to late. */
export const stageGroups: readonly RoundGroup[] = facetStages
  .filter((stage) => stage !== 'OTHER')
  .map((stage) => ({ name: toStageName(stage), rounds: listStageRounds(stage) }));

/** The types of round with their extensions and pre-rounds. */
export const typeGroups: readonly RoundGroup[] = roundOrder
  .flatMap((type) => (type === 'SEED' ? [true, false] : [false]).map((pre) => ({ type, pre })))
  .map((round) => ({ name: formatRoundType(round), rounds: listRoundForms(round) }));

/**
 * The groups that rounds make up: whole stages, then whole types, then single rounds. A plain round that stands for
 * itself says so, because the stage has its name.
 */
export function groupRounds(rounds: readonly FinancingFilter[]): RoundGroup[] {
  const left = new Map(rounds.map((round) => [formatRoundKey(round), round]));
  const groups: RoundGroup[] = [];
  for (const group of [...stageGroups, ...typeGroups]) {
    const keys = group.rounds.map(formatRoundKey);
    if (!keys.every((key) => left.has(key))) continue;
    groups.push(group);
    for (const key of keys) left.delete(key);
  }
  return [...groups, ...[...left.values()].map((round) => ({ name: formatSingleRound(round), rounds: [round] }))];
}

/** The name of a round without the other forms of its type: "Series A without extensions", "Series A extension". */
function formatSingleRound(round: FinancingFilter): string {
  const name = formatRoundType(round);
  return name === formatRoundType(toPlainRound(round)) ? `${name} without extensions` : name;
}

/** The financings of a round; amounts in their own currency. */
type Financed = {
  readonly financings: readonly { readonly size_native: number | null; readonly currency: string | null }[] | null;
};

/** "EUR 1.5M", "EUR 1.5M and SEK 2.0M"; blank if `sumNativeAmounts` is empty. */
export const formatNativeAmounts = (deal: Financed): string =>
  sumNativeAmounts(deal)
    .map(([currency, native]) => formatMoney(native, currency))
    .join(' and ');

/**
 * What a round raised in each currency, as paid; empty if all of it was in US dollars or no currency is known.
 * Financings without an amount are left out.
 */
function sumNativeAmounts({ financings }: Financed): readonly (readonly [currency: string, native: number])[] {
  const sums = new Map<string, number>();
  for (const { size_native: native, currency } of financings ?? []) {
    if (native !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + native);
  }
  return [...sums.keys()].every((currency) => currency === 'USD') ? [] : [...sums];
}

/** The same for a file, to the unit: "EUR 1500000", "EUR 1500000; SEK 2000000". */
export const formatExactNativeAmounts = (deal: Financed): string =>
  sumNativeAmounts(deal)
    .map((sum) => sum.join(' '))
    .join('; ');
