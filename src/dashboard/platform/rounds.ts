import { capitalize, formatMoney } from './format.ts';
import { financingTypes, type FinancingType } from '#contract/enums.ts';

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

/** The stage of a round. */
export function findStage({ type, pre }: Round): Stage {
  if (type === 'SEED') return pre === true ? 1 : 2;
  const letter = /^SERIES_([A-Z])$/.exec(type ?? '')?.[1];
  return letter === undefined ? 0 : (Math.min(6, letter.charCodeAt(0) - 'A'.charCodeAt(0) + 3) as Stage);
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
