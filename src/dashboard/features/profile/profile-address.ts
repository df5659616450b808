import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { flagParameter, plainParameter } from '../../platform/url/texts.ts';
import type { UrlState } from '../../platform/url/use-url.ts';

/** The search parameters of a profile. */
export const profileUrl = z.object({
  /** What the bars of deals per quarter show. */
  by: z.enum(['count', 'amount']).default('count'),
  /** Whether the list of recent deals is expanded. */
  all: flagParameter.optional(),
  /** The search from which the profile was opened. */
  within: plainParameter.optional(),
});

/** The search parameters of a profile, read and written. */
export type ProfileUrlState = UrlState<typeof profileUrl>;

/** What the profile knows for the block of matching deals; `deals` and `led` are totals, null where unknown. */
export type MatchesProps = {
  readonly id: string;
  readonly within: string;
  readonly deals: number | null;
  readonly led: number | null;
};

/** Draws the block of matching deals. The app provides it, because it takes the search of another feature. */
export type RenderMatches = (matches: MatchesProps) => ReactNode;

/** The id in the address, in lower case; undefined where it is no UUID. */
export function useProfileId(): string | undefined {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return z.guid().toLowerCase().safeParse(id).data;
}
