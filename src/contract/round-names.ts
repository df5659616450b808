import { financingTypes } from './enums.ts';
import type { FinancingFilter } from './sections.ts';

/** The human name that alert filters use: `Series A`, `Pre-Seed Extension`, `Initial Coin Offering` (contract 2). */
export function toHumanRound({ type, pre, extension }: FinancingFilter): string {
  const name = type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
  return `${pre ? 'Pre-' : ''}${name}${extension ? ' Extension' : ''}`;
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[\s-]/g, '');

const rounds: ReadonlyMap<string, FinancingFilter> = new Map(
  financingTypes
    .flatMap((type) => [false, true].flatMap((pre) => [false, true].map((extension) => ({ type, pre, extension }))))
    .map((round) => [toKey(toHumanRound(round)), round]),
);

/** The round that a human name means, without regard to case, hyphens and blanks; undefined for an unknown name. */
export const readHumanRound = (name: string): FinancingFilter | undefined => rounds.get(toKey(name));
