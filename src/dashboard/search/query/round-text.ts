import { z } from 'zod';
import { financingType, type FinancingType } from '#contract/enums.ts';

const roundChoice = z.object({ type: financingType, pre: z.boolean(), extension: z.boolean() });
/** A round type with both modifiers said. */
export type RoundChoice = z.output<typeof roundChoice>;

/** One text for every distinct round choice. */
export function toRoundKey({ type, pre, extension }: RoundChoice): string {
  return [type, ...(pre ? ['pre'] : []), ...(extension ? ['extension'] : [])].join('~');
}

/** A round type as the address holds it: `SEED`, `SEED~pre`, `SERIES_A~pre~extension`. */
export const roundText = z.codec(z.string().regex(/^[A-Z_]+(~pre)?(~extension)?$/), roundChoice, {
  decode: (text) => {
    const [type, ...modifiers] = text.split('~');
    return { type: type as FinancingType, pre: modifiers.includes('pre'), extension: modifiers.includes('extension') };
  },
  encode: toRoundKey,
});
