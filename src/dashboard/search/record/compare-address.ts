import { z } from 'zod';
import { createState } from '../../platform/state.ts';
import { idsText, namedIdText } from '../../platform/url/ids.ts';
import { writeUrl, type RawSearch } from '../../platform/url/codec.ts';

/** What can be compared, by the name of its screen. */
export const comparedKinds = ['investors', 'companies'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** Fewest and most records that stand side by side. */
export const minCompared = 2;
export const maxCompared = 5;

/** The address of a comparison: who is compared, and a shortlist that somebody sent, with the notes they chose to send. */
export const compareUrl = z.object({
  of: z.enum(comparedKinds).default('investors'),
  ids: idsText.optional(),
  list: idsText.optional(),
  note: z.array(namedIdText),
});
export type CompareUrl = z.output<typeof compareUrl>;

/** Who was compared last in this tab, so that the next record can be put beside them. */
export const lastComparison = {
  investors: createState<readonly string[]>([]),
  companies: createState<readonly string[]>([]),
};

/** The search part of the address that compares these records, the first ones where they are too many. */
export function buildCompareSearch(of: ComparedKind, ids: readonly string[]): RawSearch {
  const chosen = [...new Set(ids)].slice(0, maxCompared);
  return writeUrl(compareUrl, { of, ids: chosen.length > 0 ? chosen : undefined, list: undefined, note: [] });
}
