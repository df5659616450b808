import type { CallHistory, CallTotals, DaySums, LoggedCall } from '#contract/calls.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { AuthorNames } from '../../library/status/authors.tsx';
import { sumCalls } from '../../purchase/ledger.ts';
import { describeRequest, formatQueryText, formatSearchUrl } from '../../search/saved/history.ts';
import { readSearches } from '../../search/saved/searches.tsx';
import { createColumnChoice } from '../../search/table/column-choice.ts';
import type { GridColumn } from '../../search/table/grid-column.ts';
import { formatCount, formatShortDay, capitalize, formatUtcDay } from '../../platform/format.ts';
import { readKnownName } from '../../search/lookups/known-names.ts';
import { isMine, type Membership } from '../../platform/http/membership.ts';
import { formatCreditFigure } from '../../purchase/price.ts';

/** A row of the ledger: a request with several calls, one call, or the sum of an older day. */
export type LedgerRow = {
  readonly id: string;
  readonly kind: 'group' | 'call' | 'day';
  /** The moment of the call, or of the newest one; a UTC day for sums. */
  readonly at: number | string;
  readonly totals: CallTotals;
  readonly outcome: LoggedCall['outcome'] | undefined;
  /** The call itself, or the newest of the group; undefined for sums. */
  readonly call: LoggedCall | undefined;
  /** Shown instead of the description of the call: the profile that a group of calls completed. */
  readonly title?: string | undefined;
  /** Whether the calls of the group are shown below it. */
  readonly expanded?: boolean;
  /** Whether the row is shown below its group. */
  readonly nested?: boolean;
  /** Who made its calls: one member, or several; undefined in sums. */
  readonly authors?: ReadonlySet<string | undefined>;
};

/** The groups as rows, with the calls of expanded groups, then the sums of older days. */
export function buildLedgerRows(
  groups: readonly SearchGroup[],
  open: ReadonlySet<string>,
  days: readonly (readonly [string, CallTotals])[],
): LedgerRow[] {
  return [...groups.flatMap((group) => buildGroupRows(group, open.has(group.id))), ...days.map(buildDayRow)];
}

function buildGroupRows(group: SearchGroup, expanded: boolean): LedgerRow[] {
  const [newest, ...older] = group.calls;
  if (!newest) return [];
  if (older.length === 0) return [buildCallRow(newest, group.totals)];
  const outcomes = new Set(group.calls.map(({ outcome }) => outcome));
  const head: LedgerRow = {
    id: group.id,
    kind: 'group',
    at: newest.at,
    totals: group.totals,
    outcome: outcomes.size === 1 ? newest.outcome : undefined,
    call: group.search,
    title: group.profile,
    expanded,
    authors: new Set(group.calls.map(({ by }) => by)),
  };
  if (!expanded) return [head];
  return [head, ...group.calls.map((call) => ({ ...buildCallRow(call, sumCalls([call])), nested: true }))];
}

const buildCallRow = (call: LoggedCall, totals: CallTotals): LedgerRow => ({
  id: call.id,
  kind: 'call',
  at: call.at,
  totals,
  outcome: call.outcome,
  call,
  authors: new Set([call.by]),
});

const getDayId = (day: string): string => `day ${day}`;
const buildDayRow = ([day, totals]: readonly [string, CallTotals]): LedgerRow => ({
  id: getDayId(day),
  kind: 'day',
  at: day,
  totals,
  outcome: undefined,
  call: undefined,
});

/** What an export writes: calls, and sums of older days. */
export type ExportRows = {
  readonly calls: readonly LoggedCall[];
  readonly days: readonly (readonly [string, CallTotals])[];
  /** Whether it is a selection. */
  readonly selected: boolean;
};

/** The calls and days of the selected rows, a group with all its calls; everything while nothing is selected. */
export function buildExportRows(
  calls: readonly LoggedCall[],
  days: readonly (readonly [string, CallTotals])[],
  ids: ReadonlySet<string>,
): ExportRows {
  const groups = groupCalls(calls).filter(({ id }) => ids.has(id));
  const grouped = new Set(groups.flatMap((group) => group.calls));
  const selected = {
    calls: calls.filter((call) => ids.has(call.id) || grouped.has(call)),
    days: days.filter(([day]) => ids.has(getDayId(day))),
  };
  // The selection may consist of rows that the filters now hide.
  const isEmpty = selected.calls.length === 0 && selected.days.length === 0;
  return isEmpty ? { calls, days, selected: false } : { ...selected, selected: true };
}

/** All calls of a search, on any page, with those that unlocked more from its rows, or of a profile; newest first. */
type SearchGroup = {
  readonly id: string;
  /** The newest call of the search itself. */
  readonly search: LoggedCall;
  /** The profile whose calls they are; undefined for a search. */
  readonly profile: string | undefined;
  readonly calls: readonly LoggedCall[];
  readonly totals: CallTotals;
};

/** The id of a request without its page. Free calls are not grouped. */
function getRequestId({ id, method, path, body, outcome }: LoggedCall): string {
  if (outcome === 'free') return id;
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([method, path, query]);
}

/** The screen that sent the call, by its name in the navigation. */
export function getScreenName({ place }: Pick<LoggedCall, 'place'>): string {
  const name = place.split(/[/?]/)[1] ?? '';
  return name === '' ? 'Start' : capitalize(name);
}

const getSearchParams = (place: string): string => place.slice(`${place}?`.indexOf('?'));

/** A call in words; a saved search by its name. */
export const describeCall = (call: LoggedCall): string =>
  call.calls > 1
    ? `${call.summary}, ${call.calls} times in this minute`
    : (findSavedName(call) ?? describeRequest(call, getSearchParams(call.place)));

/** The name of the saved search that a call is of. */
function findSavedName({ path, body }: LoggedCall): string | undefined {
  const text = formatQueryText(path, body);
  return readSearches().find((saved) => formatQueryText(`/${saved.screen}`, saved.body) === text)?.name;
}

/** Whether a call asked for what the screen searches, and not for more about its rows. */
const isSearch = ({ path, place, outcome }: LoggedCall): boolean =>
  outcome !== 'free' && path === place.split('?')[0] && place.includes('?');

const profileKinds = { companies: 'company', investors: 'investor', people: 'person' } as const;

/** The profile that sent a call, by its path and its name. */
function findProfile({ place }: LoggedCall): { readonly path: string; readonly name: string } | undefined {
  const [path = ''] = place.split('?');
  const [, screen, id = ''] = /^\/(companies|investors|people)\/([^/]+)$/.exec(path) ?? [];
  if (screen === undefined) return undefined;
  const name = readKnownName(profileKinds[screen as keyof typeof profileKinds], id);
  return { path, name: name === undefined ? 'A profile' : `Profile of ${name}` };
}

/** Groups calls by search or profile; the group with the newest call comes first. */
export function groupCalls(calls: readonly LoggedCall[]): SearchGroup[] {
  const searches = new Map<string, string>();
  const toPlace = ({ place }: LoggedCall) => `${place.split('?')[0]}${formatSearchUrl(place)}`;
  for (const call of calls) if (isSearch(call)) searches.set(toPlace(call), getRequestId(call));
  const groups = new Map<string, LoggedCall[]>();
  for (const call of calls.toSorted((a, b) => b.at - a.at)) {
    const owner = searches.get(toPlace(call)) ?? findProfile(call)?.path;
    const id = (call.outcome === 'free' ? undefined : owner) ?? getRequestId(call);
    const group = groups.get(id);
    if (group) group.push(call);
    else groups.set(id, [call]);
  }
  return [...groups].flatMap(([id, group]) => {
    const search = group.find((call) => getRequestId(call) === id) ?? group[0];
    const profile = search && findProfile(search)?.name;
    return search ? { id, search, profile, calls: group, totals: sumCalls(group) } : [];
  });
}

/** The filters of the ledger. */
export type CallFilter = {
  readonly day?: string | undefined;
  readonly outcome?: LoggedCall['outcome'] | undefined;
};

/** The calls that match the filters. */
export const filterCalls = (calls: readonly LoggedCall[], { day, outcome }: CallFilter): LoggedCall[] =>
  calls.filter(
    (call) =>
      (day === undefined || formatUtcDay(call.at) === day) && (outcome === undefined || call.outcome === outcome),
  );

/** The sums by day that match the filters; sums have no outcome. */
export const filterDays = (days: DaySums, { day, outcome }: CallFilter): [string, CallTotals][] =>
  Object.entries(days)
    .filter(([one]) => outcome === undefined && (day === undefined || one === day))
    .toSorted(([a], [b]) => b.localeCompare(a));

/** Every UTC day with a call, newest first. */
export const listCallDays = (calls: readonly LoggedCall[], days: DaySums): string[] =>
  [...new Set([...calls.map(({ at }) => formatUtcDay(at)), ...Object.keys(days)])].toSorted().toReversed();

/** The columns of the ledger; every time is UTC. */
export const ledgerColumns: readonly GridColumn<LedgerRow>[] = [
  {
    id: 'question',
    header: 'Search',
    display: { width: 220, grow: 1 },
    cell: (row) => <SearchCell row={row} />,
  },
  {
    id: 'screen',
    header: 'Screen',
    display: { width: 88, from: 760 },
    cell: (row) => row.call && getScreenName(row.call),
  },
  {
    id: 'quoted',
    header: 'Quoted',
    display: { width: 82, align: 'end', from: 700 },
    cell: (row) => <CreditsCell tenths={row.totals.quotedTenths} />,
  },
  {
    id: 'billed',
    header: 'Billed',
    display: { width: 78, align: 'end' },
    cell: (row) => <CreditsCell tenths={row.totals.billedTenths} />,
  },
  {
    id: 'rows',
    header: 'Rows',
    display: { width: 74, align: 'end' },
    cell: (row) => <RowsCell row={row} rows={row.totals.rows} />,
  },
  {
    id: 'owned',
    header: 'Unlocked before',
    display: { width: 124, align: 'end', from: 960 },
    cell: (row) => <RowsCell row={row} rows={row.totals.unlockedRows} />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    display: { width: 160 },
    cell: (row) => <OutcomeCell row={row} />,
  },
  {
    id: 'time',
    header: 'Last run, UTC',
    display: { width: 164 },
    cell: (row) => <MomentCell row={row} />,
  },
];

/** Who made the calls, where several members share the workspace. */
export const memberColumn: GridColumn<LedgerRow> = {
  id: 'member',
  header: 'Member',
  display: { width: 112, from: 760 },
  cell: ({ authors }) => authors && <AuthorNames by={authors} />,
};

/** The call history with the user's own calls alone, where the address asks for them. */
export const filterMine = (
  { calls, sums }: CallHistory,
  who: 'mine' | undefined,
  membership: Membership,
): CallHistory =>
  who === undefined
    ? { calls, sums }
    : {
        calls: calls.filter(({ by }) => isMine(by, membership)),
        sums: Object.fromEntries(Object.entries(sums).filter(([, { by }]) => isMine(by, membership))),
      };

/** The user's choice of columns, stored on this device. */
export const ledgerColumnChoice = createColumnChoice('ledger');

/** "22 Nov 2026, 00:46:40", in UTC. */
export function formatMoment(at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  return `${formatShortDay(day)}, ${time.slice(0, 8)}`;
}

export const outcomeNames = {
  answered: 'Completed',
  rejected: 'Rejected',
  unknown: 'Charge unconfirmed',
  free: 'Free',
} as const;

export function MomentCell({ row: { at } }: { readonly row: LedgerRow }) {
  return <span className="tabular-nums">{typeof at === 'string' ? formatShortDay(at) : formatMoment(at)}</span>;
}

/** The request in words. A request with several calls expands to show them. */
export function SearchCell({ row }: { readonly row: LedgerRow }) {
  const { kind, call, totals, expanded, nested } = row;
  const sentence =
    row.title ?? (call ? describeCall(call) : `Sum of ${formatCount(totals.calls, 'older call')} of this day`);
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
          {formatCount(totals.calls, 'call')}
          <span className="sr-only">, {expanded === true ? 'expanded' : 'collapsed'}</span>
        </span>
      )}
    </span>
  );
}

/** The rows that a call requested. */
function formatPage(call: LoggedCall): string {
  const { page, page_size: size } = (call.body ?? {}) as { readonly page?: number; readonly page_size?: number };
  if (page === undefined || size === undefined) return describeCall(call);
  const first = page * size + 1;
  return size === 1 ? `Row ${first}` : `Rows ${first} to ${first + size - 1}`;
}

const CreditsCell = ({ tenths }: { readonly tenths: number }) => <>{formatCreditFigure(tenths)}</>;

/** A count of rows; a dash where no response arrived. */
function RowsCell({ row: { kind, call }, rows }: { readonly row: LedgerRow; readonly rows: number }) {
  return kind === 'call' && call?.rows === null ? (
    <span title="No response">–</span>
  ) : (
    <>{rows.toLocaleString('en-US')}</>
  );
}

/** The outcome in words; only an unconfirmed charge is highlighted. */
export function OutcomeCell({ row: { outcome, call } }: { readonly row: Pick<LedgerRow, 'outcome' | 'call'> }) {
  if (outcome === undefined) return <>Several</>;
  return (
    <span className="flex items-center gap-1.5">
      <span className={outcome === 'unknown' ? 'rounded-[5px] bg-warn-soft px-1.5 text-12 font-medium text-warn' : ''}>
        {outcomeNames[outcome]}
      </span>
      {call?.otherKey === true && <span className="text-11.5 text-ink-3">other key</span>}
    </span>
  );
}
