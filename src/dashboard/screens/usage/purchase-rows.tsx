import { ChevronDown, ChevronRight } from 'lucide-react';
import type { Purchase, PurchaseDay, PurchaseState } from '#contract/workspace/purchases.ts';
import { AuthorNames } from '../../records/status/authors.tsx';
import { describeRequest, formatQueryText, formatSearchUrl } from '../searches/kit/saved/history.ts';
import { readSearches } from '../searches/kit/saved/searches.tsx';
import { findColumnChoice } from '../searches/kit/table/column-choice.ts';
import { buildListColumns } from '../searches/kit/table/grid-column.ts';
import { formatCount, formatShortDay, capitalize, formatUtcDay } from '../../platform/format.ts';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';
import { formatCreditFigure } from '../../spending/price.ts';

/** The sums of some paid requests, as the gateway reports those of a day. */
export type PurchaseTotals = Omit<PurchaseDay, 'date'>;

const emptyTotals: PurchaseTotals = {
  purchases: 0,
  quoted_tenths: 0,
  billed_tenths: 0,
  unconfirmed_tenths: 0,
  rows: 0,
  unlocked_rows: 0,
};

export const combineTotals = (one: PurchaseTotals, other: PurchaseTotals): PurchaseTotals => ({
  purchases: one.purchases + other.purchases,
  quoted_tenths: one.quoted_tenths + other.quoted_tenths,
  billed_tenths: one.billed_tenths + other.billed_tenths,
  unconfirmed_tenths: one.unconfirmed_tenths + other.unconfirmed_tenths,
  rows: one.rows + other.rows,
  unlocked_rows: one.unlocked_rows + other.unlocked_rows,
});

/** The sums of these paid requests. */
export const sumPurchases = (purchases: readonly Purchase[]): PurchaseTotals =>
  purchases
    .map((one) => ({
      purchases: 1,
      quoted_tenths: one.quoted_tenths,
      billed_tenths: one.billed_tenths ?? 0,
      unconfirmed_tenths: one.state === 'unconfirmed' ? one.quoted_tenths : 0,
      rows: one.rows ?? 0,
      unlocked_rows: one.unlocked_rows ?? 0,
    }))
    .reduce(combineTotals, emptyTotals);

/** A row of the screen: a request with several calls, one call, or the sum of an older day. */
export type UsageRow = {
  readonly id: string;
  readonly kind: 'group' | 'call' | 'day';
  /** The moment of the call, or of the newest one; a UTC day for sums. */
  readonly at: string;
  readonly totals: PurchaseTotals;
  readonly state: PurchaseState | undefined;
  /** The call itself, or the newest of the group; undefined for sums. */
  readonly call: Purchase | undefined;
  /** Shown instead of the description of the call: the profile that a group of calls completed. */
  readonly title?: string | undefined;
  /** Whether the calls of the group are shown below it. */
  readonly expanded?: boolean;
  /** Whether the row is shown below its group. */
  readonly nested?: boolean;
  /** Who made its calls: one member, or several; undefined in sums. */
  readonly authors?: ReadonlySet<string | null>;
};

/** The groups as rows, with the calls of expanded groups, then the sums of older days. */
export function buildUsageRows(
  groups: readonly PurchaseGroup[],
  open: ReadonlySet<string>,
  days: readonly PurchaseDay[],
): UsageRow[] {
  return [...groups.flatMap((group) => buildGroupRows(group, open.has(group.id))), ...days.map(buildDayRow)];
}

function buildGroupRows(group: PurchaseGroup, expanded: boolean): UsageRow[] {
  const [newest, ...older] = group.calls;
  if (!newest) return [];
  if (older.length === 0) return [buildCallRow(newest)];
  const states = new Set(group.calls.map(({ state }) => state));
  const head: UsageRow = {
    id: group.id,
    kind: 'group',
    at: newest.started_at,
    totals: group.totals,
    state: states.size === 1 ? newest.state : undefined,
    call: group.search,
    title: group.profile,
    expanded,
    authors: new Set(group.calls.map(({ by }) => by)),
  };
  if (!expanded) return [head];
  return [head, ...group.calls.map((call) => ({ ...buildCallRow(call), nested: true }))];
}

const buildCallRow = (call: Purchase): UsageRow => ({
  id: call.id,
  kind: 'call',
  at: call.started_at,
  totals: sumPurchases([call]),
  state: call.state,
  call,
  authors: new Set([call.by]),
});

const getDayId = (date: string): string => `day ${date}`;
const buildDayRow = ({ date, ...totals }: PurchaseDay): UsageRow => ({
  id: getDayId(date),
  kind: 'day',
  at: date,
  totals,
  state: undefined,
  call: undefined,
});

/** What an export writes: calls, and sums of older days. */
export type ExportRows = {
  readonly calls: readonly Purchase[];
  readonly days: readonly PurchaseDay[];
  /** Whether it is a selection. */
  readonly selected: boolean;
};

/** The calls and days of the selected rows, a group with all its calls; everything while nothing is selected. */
export function buildExportRows(
  calls: readonly Purchase[],
  days: readonly PurchaseDay[],
  ids: ReadonlySet<string>,
): ExportRows {
  const groups = groupPurchases(calls).filter(({ id }) => ids.has(id));
  const grouped = new Set(groups.flatMap((group) => group.calls));
  const selected = {
    calls: calls.filter((call) => ids.has(call.id) || grouped.has(call)),
    days: days.filter(({ date }) => ids.has(getDayId(date))),
  };
  // The selection may consist of rows that the filters now hide.
  const isEmpty = selected.calls.length === 0 && selected.days.length === 0;
  return isEmpty ? { calls, days, selected: false } : { ...selected, selected: true };
}

/** All calls of a search, on any page, with those that unlocked more from its rows, or of a profile; newest first. */
type PurchaseGroup = {
  readonly id: string;
  /** The newest call of the search itself. */
  readonly search: Purchase;
  /** The profile whose calls they are; undefined for a search. */
  readonly profile: string | undefined;
  readonly calls: readonly Purchase[];
  readonly totals: PurchaseTotals;
};

/** The id of a request without its page. */
function getRequestId({ method, path, body }: Purchase): string {
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([method, path, query]);
}

/** The screen that sent the call, by its name in the navigation; other programs have none. */
export function getScreenName({ screen }: Pick<Purchase, 'screen'>): string {
  const name = screen.split(/[/?]/)[1] ?? '';
  return name === '' ? 'Start' : capitalize(name);
}

const getSearchParams = (screen: string): string => screen.slice(`${screen}?`.indexOf('?'));

/** A call in words; a saved search by its name. */
export const describePurchase = (call: Purchase): string =>
  findSavedName(call) ?? describeRequest(call, getSearchParams(call.screen));

/** The name of the saved search that a call is of. */
function findSavedName({ path, body }: Purchase): string | undefined {
  const text = formatQueryText(path, body ?? undefined);
  return readSearches().find((saved) => formatQueryText(`/${saved.screen}`, saved.body) === text)?.name;
}

/** Whether a call asked for what the screen searches, and not for more about its rows. */
const isSearch = ({ path, screen }: Purchase): boolean => path === screen.split('?')[0] && screen.includes('?');

const profileKinds = { companies: 'company', investors: 'investor', people: 'person' } as const;

/** The profile that sent a call, by its path and its name. */
function findProfile({ screen: place }: Purchase): { readonly path: string; readonly name: string } | undefined {
  const [path = ''] = place.split('?');
  const [, screen, id = ''] = /^\/(companies|investors|people)\/([^/]+)$/.exec(path) ?? [];
  if (screen === undefined) return undefined;
  const name = readKnownName(profileKinds[screen as keyof typeof profileKinds], id);
  return { path, name: name === undefined ? 'A profile' : `Profile of ${name}` };
}

/** Groups calls by search or profile; the group with the newest call comes first. */
export function groupPurchases(calls: readonly Purchase[]): PurchaseGroup[] {
  const searches = new Map<string, string>();
  const toPlace = ({ screen }: Purchase) => `${screen.split('?')[0]}${formatSearchUrl(screen)}`;
  for (const call of calls) if (isSearch(call)) searches.set(toPlace(call), getRequestId(call));
  const groups = new Map<string, Purchase[]>();
  for (const call of calls.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))) {
    const id = searches.get(toPlace(call)) ?? findProfile(call)?.path ?? getRequestId(call);
    const group = groups.get(id);
    if (group) group.push(call);
    else groups.set(id, [call]);
  }
  return [...groups].flatMap(([id, group]) => {
    const search = group.find((call) => getRequestId(call) === id) ?? group[0];
    const profile = search && findProfile(search)?.name;
    return search ? { id, search, profile, calls: group, totals: sumPurchases(group) } : [];
  });
}

/** The filters of the screen. */
export type PurchaseFilter = {
  readonly day?: string | undefined;
  readonly outcome?: PurchaseState | undefined;
};

/** The calls that match the filters. */
export const filterPurchases = (calls: readonly Purchase[], { day, outcome }: PurchaseFilter): Purchase[] =>
  calls.filter(
    (call) =>
      (day === undefined || formatUtcDay(Date.parse(call.started_at)) === day) &&
      (outcome === undefined || call.state === outcome),
  );

/** The sums by day that match the filters; sums have no outcome. */
export const filterDays = (days: readonly PurchaseDay[], { day, outcome }: PurchaseFilter): PurchaseDay[] =>
  days.filter(({ date }) => outcome === undefined && (day === undefined || date === day)).toReversed();

/** The columns of the screen where several members share the workspace; every time is UTC. */
const columnsOfMembers = buildListColumns<UsageRow>({
  question: { header: 'Search', width: 220, grow: 1, cell: (row) => <SearchCell row={row} /> },
  member: {
    header: 'Member',
    width: 112,
    from: 760,
    cell: ({ authors }) => authors && <AuthorNames by={authors} />,
  },
  screen: { header: 'Screen', width: 88, from: 760, cell: (row) => row.call && getScreenName(row.call) },
  quoted: {
    header: 'Quoted',
    width: 82,
    align: 'end',
    from: 700,
    cell: (row) => <CreditsCell tenths={row.totals.quoted_tenths} />,
  },
  billed: {
    header: 'Billed',
    width: 78,
    align: 'end',
    cell: (row) => <CreditsCell tenths={row.totals.billed_tenths} />,
  },
  rows: { header: 'Rows', width: 74, align: 'end', cell: (row) => <RowsCell row={row} rows={row.totals.rows} /> },
  owned: {
    header: 'Unlocked before',
    width: 124,
    align: 'end',
    from: 960,
    cell: (row) => <RowsCell row={row} rows={row.totals.unlocked_rows} />,
  },
  outcome: { header: 'Outcome', width: 160, cell: (row) => <OutcomeCell state={row.state} /> },
  time: { header: 'Last run, UTC', width: 164, cell: (row) => <MomentCell row={row} /> },
});

/** The same without members where there is one, and without credits where nothing is charged. */
export const chooseUsageColumns = (isShared: boolean, isMetered: boolean) =>
  columnsOfMembers.filter(
    ({ id }) => (isShared || id !== 'member') && (isMetered || !['quoted', 'billed', 'owned'].includes(id ?? '')),
  );

/** The user's choice of columns, stored on this device. */
export const usageColumnChoice = findColumnChoice('usage');

/** "22 Nov 2026, 00:46:40", in UTC. */
export function formatMoment(at: string): string {
  const [day = '', time = ''] = at.split('T');
  return `${formatShortDay(day)}, ${time.slice(0, 8)}`;
}

export const outcomeNames: Record<PurchaseState, string> = {
  billed: 'Completed',
  rejected: 'Rejected',
  unconfirmed: 'Charge unconfirmed',
  running: 'In progress',
};

export function MomentCell({ row: { kind, at } }: { readonly row: UsageRow }) {
  return <span className="tabular-nums">{kind === 'day' ? formatShortDay(at) : formatMoment(at)}</span>;
}

/** The request in words. A request with several calls expands to show them. */
export function SearchCell({ row }: { readonly row: UsageRow }) {
  const { kind, call, totals, expanded, nested } = row;
  const sentence =
    row.title ?? (call ? describePurchase(call) : `Sum of ${formatCount(totals.purchases, 'older call')} of this day`);
  const Chevron = expanded === true ? ChevronDown : ChevronRight;
  return (
    <span
      title={sentence}
      className={`flex min-w-0 items-center gap-1.5 ${nested === true ? 'pl-5.5' : 'font-[550] text-ink'}`}
    >
      {kind === 'group' && <Chevron aria-hidden className="size-4 shrink-0 text-ink-3" />}
      <span className="min-w-0 wide:truncate">{nested === true && call ? formatPage(call) : sentence}</span>
      {kind === 'group' && (
        <span className="shrink-0 text-11.5 font-normal text-ink-3">
          {formatCount(totals.purchases, 'call')}
          <span className="sr-only">, {expanded === true ? 'expanded' : 'collapsed'}</span>
        </span>
      )}
    </span>
  );
}

/** The rows that a call requested. */
function formatPage(call: Purchase): string {
  const { page, page_size: size } = (call.body ?? {}) as { readonly page?: number; readonly page_size?: number };
  if (page === undefined || size === undefined) return describePurchase(call);
  const first = page * size + 1;
  return size === 1 ? `Row ${first}` : `Rows ${first} to ${first + size - 1}`;
}

const CreditsCell = ({ tenths }: { readonly tenths: number }) => <>{formatCreditFigure(tenths)}</>;

/** A count of rows; a dash where no response arrived. */
function RowsCell({ row: { kind, call }, rows }: { readonly row: UsageRow; readonly rows: number }) {
  return kind === 'call' && call?.rows === null ? (
    <span title="No response">–</span>
  ) : (
    <>{rows.toLocaleString('en-US')}</>
  );
}

/** The outcome in words; only an unconfirmed charge is highlighted. */
export function OutcomeCell({ state }: Pick<UsageRow, 'state'>) {
  if (state === undefined) return <>Several</>;
  const isUnconfirmed = state === 'unconfirmed';
  return (
    <span className={isUnconfirmed ? 'rounded-[5px] bg-warn-soft px-1.5 text-12 font-medium text-warn' : ''}>
      {outcomeNames[state]}
    </span>
  );
}
