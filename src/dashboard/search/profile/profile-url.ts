import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { flagText, plainText } from '../../platform/url/texts.ts';

/** The address of a profile beside its id: how its deals are drawn, and from which search it was opened. */
export const profileUrl = z.object({
  /** The figures of the quarters. */
  by: z.enum(['count', 'amount']).default('count'),
  /** Whether the list of deals is whole. */
  all: flagText.optional(),
  within: plainText.optional(),
});

/** The id of the present address in lower case; undefined where it is none. */
export function useProfileId(): string | undefined {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return z.guid().toLowerCase().safeParse(id).data;
}
