import type { RecordKind } from '#contract/filters.ts';
import type { Match } from '../../search/lookups/known-names.ts';
import type { Theme } from '../../platform/storage/preferences.ts';

/** A button of the screen, as the palette offers it. */
export type ScreenAction = {
  readonly name: string;
  /** Its highest price in tenths; undefined where it costs nothing by itself. */
  readonly tenths: number | undefined;
  readonly button: HTMLButtonElement;
};

/** Parts of a screen whose buttons belong to one row or one popup, and say nothing without it. */
const inner = '[role="grid"], [role="feed"], [role="listbox"], [role="list"], ul, ol, table';

/**
 * What the present screen can do: its own buttons, by their own names and prices. The palette presses the button
 * itself, so that a price is quoted, checked and charged in one place.
 */
export function findScreenActions(screen: ParentNode): ScreenAction[] {
  const acts = [...screen.querySelectorAll<HTMLButtonElement>('button')].flatMap((button): ScreenAction[] => {
    const name = formatButtonName(button);
    if (name === '' || !canBePressed(button) || button.closest(inner) !== null) return [];
    const tenths = button.dataset['tenths'];
    return [{ name, tenths: tenths === undefined ? undefined : Number(tenths), button }];
  });
  return [...new Map(acts.toReversed().map((act) => [act.name, act])).values()].toReversed();
}

const canBePressed = (button: HTMLButtonElement): boolean =>
  !button.disabled &&
  button.getAttribute('aria-disabled') !== 'true' &&
  button.getAttribute('role') === null &&
  button.getClientRects().length > 0;

/** The words of a button without what is for the eye alone, and without its price. */
function formatButtonName(button: HTMLButtonElement): string {
  const label = button.getAttribute('aria-label');
  if (label !== null) return label;
  const copy = button.cloneNode(true) as HTMLButtonElement;
  for (const part of copy.querySelectorAll('[aria-hidden="true"], [data-price], .sr-only, output')) part.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim().replace(/,$/, '');
}

/** What a row of the palette does. */
export type PaletteAction =
  | { readonly kind: 'go'; readonly path: string; readonly search: string }
  | { readonly kind: 'press'; readonly button: HTMLButtonElement }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'look up'; readonly named: RecordKind; readonly name: string; readonly tenths: number };

/** One row of the palette. */
export type Entry = {
  readonly key: string;
  readonly name: string;
  readonly remark?: string;
  /** The highest price of what it presses, in tenths. */
  readonly tenths?: number | undefined;
  readonly deed: PaletteAction;
};

/** Rows under one heading. */
export type EntryGroup = { readonly value: string; readonly items: readonly Entry[] };

/** What the palette can offer, before anything is typed. */
export type PaletteOffers = {
  readonly screens: readonly (readonly [path: string, name: string])[];
  readonly acts: readonly ScreenAction[];
  readonly saved: readonly {
    readonly id: string;
    readonly name: string;
    readonly screen: string;
    readonly search: string;
  }[];
  readonly themes: readonly (readonly [theme: Theme, name: string])[];
};

/** Names of one kind that fit what is typed, and the price of asking the service; undefined where it was asked. */
export type Found = {
  readonly named: RecordKind;
  readonly matches: readonly Match[];
  readonly lookUpTenths: number | undefined;
};

const mostOfKind = 5;
const mostActs = 8;
const shortestName = 2;

const kinds: Record<RecordKind, { title: string; path: string; asked: string }> = {
  company: { title: 'Companies', path: '/companies', asked: 'companies' },
  investor: { title: 'Investors', path: '/investors', asked: 'investors' },
  person: { title: 'People', path: '/people', asked: 'people' },
};

/**
 * The rows for what is typed: screens, acts and saved searches that are called so, then records by name, and last one
 * priced row a kind, which asks the service and only when it is entered itself.
 */
export function groupEntries(text: string, offers: PaletteOffers, found: readonly Found[]): EntryGroup[] {
  const wanted = fold(text.trim());
  const fits = ({ name }: Entry) => fold(name).includes(wanted);
  const acts = offers.acts.map(buildActionEntry).filter(fits);
  const groups: EntryGroup[] = [
    { value: 'Go to', items: offers.screens.map(buildScreenEntry).filter(fits) },
    {
      value: 'On this screen',
      items: (wanted === '' ? acts.filter(({ tenths }) => tenths !== undefined) : acts).slice(0, mostActs),
    },
    { value: 'Saved searches', items: offers.saved.map(buildSavedEntry).filter(fits).slice(0, mostOfKind) },
    { value: 'Theme', items: wanted === '' ? [] : offers.themes.map(buildThemeEntry).filter(fits) },
  ];
  if (wanted !== '') {
    for (const { named, matches } of found) {
      groups.push({
        value: kinds[named].title,
        items: matches.slice(0, mostOfKind).map((match) => buildRecordEntry(named, match)),
      });
    }
  }
  if (wanted.length >= shortestName) {
    const asks = found.flatMap((one) => buildLookUpEntry(one, text.trim()));
    groups.push({ value: 'Ask the service', items: asks });
  }
  return groups.filter(({ items }) => items.length > 0);
}

/** What a row costs at most, in tenths; 0 where it costs nothing. */
export const priceEntry = ({ tenths, deed }: Entry): number => (deed.kind === 'look up' ? deed.tenths : (tenths ?? 0));

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const buildScreenEntry = ([path, name]: PaletteOffers['screens'][number]): Entry => ({
  key: `go ${path}`,
  name,
  deed: { kind: 'go', path, search: '' },
});

const buildActionEntry = ({ name, tenths, button }: ScreenAction): Entry => ({
  key: `press ${name}`,
  name,
  tenths,
  deed: { kind: 'press', button },
});

const buildSavedEntry = ({ id, name, screen, search }: PaletteOffers['saved'][number]): Entry => ({
  key: `saved ${id}`,
  name,
  remark: screen,
  deed: { kind: 'go', path: `/${screen}`, search: `${search === '' ? '?' : `${search}&`}saved=${id}` },
});

const buildThemeEntry = ([theme, name]: PaletteOffers['themes'][number]): Entry => ({
  key: `theme ${theme}`,
  name: `Theme: ${name.toLowerCase()}`,
  deed: { kind: 'theme', theme },
});

const buildRecordEntry = (named: RecordKind, { id, name, remark }: Match): Entry => ({
  key: `${named} ${id}`,
  name,
  remark,
  deed: { kind: 'go', path: `${kinds[named].path}/${id}`, search: '' },
});

function buildLookUpEntry({ named, lookUpTenths }: Found, name: string): Entry[] {
  if (lookUpTenths === undefined) return [];
  const deed = { kind: 'look up', named, name: name.toLowerCase(), tenths: lookUpTenths } as const;
  return [{ key: `look up ${named}`, name: `Look up “${name}” among ${kinds[named].asked}`, deed }];
}
