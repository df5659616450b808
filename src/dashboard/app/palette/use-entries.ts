import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordKind } from '#contract/filters.ts';
import { isDirect } from '../../platform/http/direct.ts';
import { findNamed } from '../../search/lookups/known-names.ts';
import { lookUpResults, priceLookUp } from '../../search/lookups/record-search.ts';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { findSearches } from '../../search/saved/searches.ts';
import { type EntryGroup, findScreenActions, type Found, groupEntries } from './entries.ts';

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

/** What the palette lists, and how the last look-up went. */
export type ListedEntries = {
  readonly groups: readonly EntryGroup[];
  readonly pending: boolean;
  readonly failure: Error | null;
  /** The service was asked and knows nobody of such a name. */
  readonly isNobody: boolean;
};

/** The rows of the palette for what is typed, and what a look-up said that failed; watching them asks for nothing. */
export function useEntries(text: string): ListedEntries {
  useLibraryVersion();
  // The screen behind the palette stands still while it is open.
  const [acts] = useState(() => findScreenActions(document.getElementById('main') ?? document));
  const company = useFound('company', text);
  const firm = useFound('investor', text);
  const person = useFound('person', text);
  const all = [company, firm, person];
  return {
    groups: groupEntries(text, { screens, acts, saved: findSearches(), themes }, all),
    pending: all.some(({ pending }) => pending),
    failure: all.find(({ failure }) => failure)?.failure ?? null,
    isNobody: all.some(({ isNobody }) => isNobody),
  };
}

function useFound(named: RecordKind, text: string): Found & Omit<ListedEntries, 'groups'> {
  const name = text.trim();
  const { data, isFetching, error } = useQuery(lookUpResults(named, name.toLowerCase()));
  const owned = name === '' ? [] : findNamed(named, name);
  const matches = [...new Map([...owned, ...(data ?? [])].map((one) => [one.id, one])).values()];
  return {
    named,
    matches,
    lookUpTenths: data === undefined && !isFetching ? priceLookUp(named) : undefined,
    pending: isFetching,
    failure: error,
    isNobody: data?.length === 0,
  };
}
