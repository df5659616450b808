import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordKind } from '#contract/filters.ts';
import { isDirect } from '../../platform/http/direct.ts';
import { findKnownNames } from '../../search/lookups/known-names.ts';
import { nameSearchResults, priceNameSearch } from '../../search/lookups/record-search.ts';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { readSearches } from '../../search/saved/searches.ts';
import { type PaletteGroup, findScreenActions, type NameMatches, groupEntries } from './entries.ts';

const screens = [
  ['/deals', 'Deals'],
  ['/companies', 'Companies'],
  ['/investors', 'Investors'],
  ['/people', 'People'],
  ['/alerts', 'Alerts'],
  ['/compare', 'Compare'],
  ['/saved', 'Saved and history'],
  ['/ledger', 'Ledger'],
  ['/settings', 'Settings'],
  ...(isDirect ? [] : [['/docs', 'API reference'] as const]),
] as const;

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const;

/** What the palette lists, and the state of its searches. */
export type PaletteEntries = {
  readonly groups: readonly PaletteGroup[];
  readonly pending: boolean;
  readonly failure: Error | null;
  /** A search found no record of this name. */
  readonly hasNoMatch: boolean;
};

/** The rows of the palette for the text. Sends no request. */
export function usePaletteEntries(text: string): PaletteEntries {
  useLibraryVersion();
  // The screen behind does not change while the palette is open.
  const [actions] = useState(() => findScreenActions(document.getElementById('main') ?? document));
  const company = useNameMatches('company', text);
  const investor = useNameMatches('investor', text);
  const person = useNameMatches('person', text);
  const all = [company, investor, person];
  return {
    groups: groupEntries(text, { screens, actions, saved: readSearches(), themes }, all),
    pending: all.some(({ pending }) => pending),
    failure: all.find(({ failure }) => failure)?.failure ?? null,
    hasNoMatch: all.some(({ hasNoMatch }) => hasNoMatch),
  };
}

function useNameMatches(named: RecordKind, text: string): NameMatches & Omit<PaletteEntries, 'groups'> {
  const name = text.trim();
  const { data, isFetching, error } = useQuery(nameSearchResults(named, name.toLowerCase()));
  const unlocked = name === '' ? [] : findKnownNames(named, name);
  const matches = [...new Map([...unlocked, ...(data ?? [])].map((one) => [one.id, one])).values()];
  return {
    named,
    matches,
    searchTenths: data === undefined && !isFetching ? priceNameSearch(named) : undefined,
    pending: isFetching,
    failure: error,
    hasNoMatch: data?.length === 0,
  };
}
