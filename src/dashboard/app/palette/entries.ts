import { foldText } from '../../platform/format.ts';
import { useQuery } from '@tanstack/react-query';
import type { RecordKind } from '#contract/filters.ts';
import { type LookupMatch, findKnownNames } from '../../screens/searches/kit/lookups/known-names.ts';
import type { Theme } from '../../platform/storage/preferences.ts';
import { useConnected } from '../../platform/http/connection.ts';
import {
  nameSearchResults,
  priceNameSearch,
  useFreeNameSearch,
  useNameSearch,
} from '../../screens/searches/kit/lookups/record-search.ts';
import { type ScreenAction, useListedActions } from '../../platform/ui/use-screen-actions.ts';
import { useIsFree } from '../../spending/use-free-load.ts';
import { allScreens } from '../navigation/screens.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { readSearches } from '../../screens/searches/kit/saved/searches.tsx';

/** A button of the current screen. */
/** What a row of the palette does. */
export type PaletteAction =
  | { readonly kind: 'go'; readonly path: string; readonly search: string }
  | { readonly kind: 'run'; readonly run: () => void }
  | { readonly kind: 'theme'; readonly theme: Theme }
  /** Of a search that runs or has ended: its row stays in place. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'search'; readonly recordKind: RecordKind; readonly name: string; readonly tenths: number };

/** One row of the palette. */
export type PaletteEntry = {
  readonly key: string;
  readonly name: string;
  readonly remark?: string;
  /** The highest price of the action it runs, in tenths of a credit. */
  readonly tenths?: number | undefined;
  readonly action: PaletteAction;
};

/** Rows under one heading. */
export type PaletteGroup = { readonly value: string; readonly items: readonly PaletteEntry[] };

/** Everything the palette can list before the user types. */
export type PaletteOffers = {
  readonly screens: readonly (readonly [path: string, name: string])[];
  /** Forms of new records: the name of each and its address. */
  readonly forms: readonly (readonly [name: string, path: string, search: string])[];
  readonly actions: readonly ScreenAction[];
  readonly saved: readonly {
    readonly id: string;
    readonly name: string;
    readonly screen: string;
    readonly search: string;
  }[];
  readonly themes: readonly (readonly [theme: Theme, name: string])[];
};

/** Records of one kind whose names match the text, and the price of a search for more; undefined from its start on. */
export type NameMatches = {
  readonly recordKind: RecordKind;
  readonly matches: readonly LookupMatch[];
  readonly searchTenths: number | undefined;
  /** Whether nothing is charged, so that the search runs without a row to press. */
  readonly isFree?: boolean;
  /** What the search found besides, and when; undefined until then. */
  readonly found?: { readonly matches: readonly LookupMatch[]; readonly at: number } | undefined;
};

const maxPerKind = 5;
const maxActions = 8;
const minNameLength = 2;

const kinds: Record<RecordKind, { title: string; path: string; searchName: string }> = {
  company: { title: 'Companies', path: '/companies', searchName: 'companies' },
  investor: { title: 'Investors', path: '/investors', searchName: 'investors' },
  person: { title: 'People', path: '/people', searchName: 'people' },
};

/**
 * The rows that match the text: screens, actions and saved searches, then unlocked records by name, and one priced row
 * per kind that searches the service when it is chosen. What it finds is added at the end, so that no row moves under
 * the pointer.
 */
export function groupEntries(text: string, offers: PaletteOffers, found: readonly NameMatches[]): PaletteGroup[] {
  const wanted = foldText(text.trim());
  const pick = (entries: readonly PaletteEntry[]) => {
    const fitting = entries
      .map((entry) => ({ entry, at: foldText(entry.name).indexOf(wanted) }))
      .filter(({ at }) => at >= 0);
    return fitting.toSorted((one, other) => Math.min(one.at, 1) - Math.min(other.at, 1)).map(({ entry }) => entry);
  };
  const all = pick(offers.actions.map(buildActionEntry));
  const actions = (wanted === '' ? all.filter(({ tenths }) => tenths !== undefined) : all).slice(0, maxActions);
  const groups: PaletteGroup[] = [
    { value: 'Go to', items: pick(offers.screens.map(buildScreenEntry)) },
    { value: 'On this screen', items: actions },
    {
      value: 'Create',
      // The button of the screen does the same.
      items: pick(offers.forms.map(buildFormEntry)).filter(({ name }) => !actions.some((one) => one.name === name)),
    },
    { value: 'Saved searches', items: pick(offers.saved.map(buildSavedEntry)).slice(0, maxPerKind) },
    { value: 'Theme', items: wanted === '' ? [] : pick(offers.themes.map(buildThemeEntry)) },
  ];
  if (wanted !== '') {
    for (const { recordKind, matches } of found) {
      groups.push({
        value: kinds[recordKind].title,
        items: matches.slice(0, maxPerKind).map((match) => buildRecordEntry(recordKind, match)),
      });
    }
  }
  if (wanted.length >= minNameLength) {
    const searches = found.flatMap((one) => (one.isFree ? [] : buildSearchEntry(one, text.trim())));
    if (/\S\s+\S/.test(wanted)) groups.push({ value: 'Ask', items: [buildAskEntry(text.trim())] });
    groups.push({ value: 'Search the service', items: searches });
    const arrived = found.flatMap((one) => (one.found ? [{ recordKind: one.recordKind, ...one.found }] : []));
    for (const { recordKind, matches } of arrived.toSorted((one, other) => one.at - other.at)) {
      const items = matches.slice(0, maxPerKind).map((match) => buildRecordEntry(recordKind, match));
      groups.push({ value: `${kinds[recordKind].title} of the service`, items });
    }
  }
  return groups.filter(({ items }) => items.length > 0);
}

/** The maximum price of a row in tenths of a credit; 0 where it is free. */
export const getEntryPrice = ({ tenths, action }: PaletteEntry): number =>
  action.kind === 'search' ? action.tenths : (tenths ?? 0);

const buildScreenEntry = ([path, name]: PaletteOffers['screens'][number]): PaletteEntry => ({
  key: `go ${path}`,
  name,
  action: { kind: 'go', path, search: '' },
});

const buildFormEntry = ([name, path, search]: PaletteOffers['forms'][number]): PaletteEntry => ({
  key: `create ${name}`,
  name,
  action: { kind: 'go', path, search },
});

const buildActionEntry = ({ name, tenths, keys, run }: ScreenAction): PaletteEntry => ({
  key: `run ${name}`,
  name,
  ...(keys === undefined ? {} : { remark: keys }),
  tenths,
  action: { kind: 'run', run },
});

const buildSavedEntry = ({ id, name, screen, search }: PaletteOffers['saved'][number]): PaletteEntry => ({
  key: `saved ${id}`,
  name,
  remark: screen,
  action: { kind: 'go', path: `/${screen}`, search: `${search === '' ? '?' : `${search}&`}saved=${id}` },
});

const buildThemeEntry = ([theme, name]: PaletteOffers['themes'][number]): PaletteEntry => ({
  key: `theme ${theme}`,
  name: `Theme: ${name.toLowerCase()}`,
  action: { kind: 'theme', theme },
});

const buildRecordEntry = (recordKind: RecordKind, { id, name, remark }: LookupMatch): PaletteEntry => ({
  key: `${recordKind} ${id}`,
  name,
  remark,
  action: { kind: 'go', path: `${kinds[recordKind].path}/${id}`, search: '' },
});

/** Home reads the sentence, and shows what it means before anything is filled in. */
const buildAskEntry = (sentence: string): PaletteEntry => ({
  key: 'ask',
  name: `Turn “${sentence}” into filters`,
  action: { kind: 'go', path: '/', search: `?${new URLSearchParams({ ask: sentence }).toString()}` },
});

function buildSearchEntry({ recordKind, searchTenths, found }: NameMatches, text: string): PaletteEntry {
  const [key, name] = [`search ${recordKind}`, `Search ${kinds[recordKind].searchName} for “${text}”`];
  if (searchTenths !== undefined) {
    return { key, name, action: { kind: 'search', recordKind, name: text.toLowerCase(), tenths: searchTenths } };
  }
  return {
    key,
    name,
    remark: found ? `${found.matches.length || 'No'} more found` : 'Searching',
    action: { kind: 'wait' },
  };
}

const screens = [...allScreens.map(({ to, name }) => [to, name] as const), ['/docs', 'API reference'] as const];

/** Alerts can be saved on our own service only. */
const forms = [['New alert', '/alerts', '?view=alerts&form=new']] as const;

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

/** The rows of the palette for the text. It searches names where nothing is charged; elsewhere it sends no request. */
export function usePaletteEntries(text: string): PaletteEntries {
  useLibraryVersion();
  const canSaveAlerts = useConnected()?.account === true;
  const actions = useListedActions();
  const company = useNameMatches('company', text);
  const investor = useNameMatches('investor', text);
  const person = useNameMatches('person', text);
  const all = [company, investor, person];
  return {
    groups: groupEntries(
      text,
      { screens, forms: canSaveAlerts ? forms : [], actions, saved: readSearches(), themes },
      all,
    ),
    pending: all.some(({ pending }) => pending),
    failure: all.find(({ failure }) => failure)?.failure ?? null,
    hasNoMatch: all.some(({ hasNoMatch }) => hasNoMatch) && all.every(({ matches }) => matches.length === 0),
  };
}

function useNameMatches(recordKind: RecordKind, text: string): NameMatches & Omit<PaletteEntries, 'groups'> {
  const name = text.trim();
  const key = name.toLowerCase();
  // Of searches since the page was loaded.
  const { data, dataUpdatedAt: at } = useQuery({ ...nameSearchResults(recordKind, key), enabled: false });
  const { pending, failure } = useNameSearch(recordKind, key);
  const isFree = useIsFree();
  useFreeNameSearch(recordKind, key, name.length >= minNameLength && !data);
  const matches = name === '' ? [] : findKnownNames(recordKind, name);
  return {
    recordKind,
    matches,
    found: data ? { matches: data.filter(({ id }) => matches.every((known) => known.id !== id)), at } : undefined,
    isFree,
    searchTenths: !data && !pending ? priceNameSearch(recordKind) : undefined,
    pending,
    failure,
    hasNoMatch: data?.length === 0,
  };
}
