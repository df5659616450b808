import { financingTypes } from './enums.ts';
import type { FinancingFilter } from './request-parts.ts';

/** The name of a round in alert filters: `Series A`, `Pre-Seed Extension`, `Initial Coin Offering` (contract 2). */
export function formatRoundName({ type, pre, extension }: FinancingFilter): string {
  const name = type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
  return `${pre ? 'Pre-' : ''}${name}${extension ? ' Extension' : ''}`;
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[\s-]/g, '');

const rounds: ReadonlyMap<string, FinancingFilter> = new Map(
  financingTypes
    .flatMap((type) => [false, true].flatMap((pre) => [false, true].map((extension) => ({ type, pre, extension }))))
    .map((round) => [normalizeName(formatRoundName(round)), round]),
);

/** The round with that name, ignoring case, hyphens and spaces; undefined for an unknown name. */
export const parseRoundName = (name: string): FinancingFilter | undefined => rounds.get(normalizeName(name));
