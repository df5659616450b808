import { z } from 'zod';
import { financingType, financingTypes, type FinancingType } from './enums.ts';
import type { FinancingFilter } from './request-parts.ts';

/** The name of a round in alert filters: `Series A`, `Pre-Seed Extension`, `Initial Coin Offering` (contract 2). */
export function formatRoundName({ type, pre, extension }: FinancingFilter): string {
  const name = type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
  return `${pre ? 'Pre-' : ''}${name}${extension ? ' Extension' : ''}`;
}

/** The name of a round in lower case, without spaces and hyphens. */
const normalizeRoundName = (name: string): string => name.toLowerCase().replaceAll(/[\s-]/g, '');

const rounds: ReadonlyMap<string, FinancingFilter> = new Map(
  financingTypes
    .flatMap((type) => [false, true].flatMap((pre) => [false, true].map((extension) => ({ type, pre, extension }))))
    .map((round) => [normalizeRoundName(formatRoundName(round)), round]),
);

/** The round with that name, ignoring case, hyphens and spaces; undefined for an unknown name. */
export const parseRoundName = (name: string): FinancingFilter | undefined => rounds.get(normalizeRoundName(name));

/** One text for each round, as in addresses: `SEED`, `SEED~pre`, `SERIES_A~pre~extension`. */
export const formatRoundKey = ({ type, pre, extension }: FinancingFilter): string =>
  [type, ...(pre ? ['pre'] : []), ...(extension ? ['extension'] : [])].join('~');

/** A round in addresses, both ways. */
export const roundKey = z.codec(
  z.string().regex(/^[A-Z_]+(~pre)?(~extension)?$/),
  z.object({ type: financingType, pre: z.boolean(), extension: z.boolean() }),
  {
    decode: (text) => {
      const [type, ...modifiers] = text.split('~');
      // The schema after the codec rejects an unknown type.
      return {
        type: type as FinancingType,
        pre: modifiers.includes('pre'),
        extension: modifiers.includes('extension'),
      };
    },
    encode: formatRoundKey,
  },
);
