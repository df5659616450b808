import type { DealRecord, InvestorRecord } from '../../records/records.ts';
import {
  formatCount,
  formatEmployees,
  formatMoney,
  formatShortDay,
  toDay,
  formatUtcDay,
} from '../../platform/format.ts';
import type { DealHistory } from '../searches/kit/record/deal-history-section.tsx';
import type { ShownFigure } from '../../platform/ui/figure-list.tsx';

/** Deals in 12 months and in the 12 before; null where the unlocked deals do not reach back so far. */
export type Pace = {
  /** UTC days: the last of both periods, and the day before the first of each. */
  readonly until: string;
  readonly from: string;
  readonly fromBefore: string;
  readonly now: number | null;
  readonly before: number | null;
};

/** The same day `months` months before, or the last day of a shorter month. */
export function subtractMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, lastDate));
  return first.toISOString().slice(0, 10);
}

/**
 * Counts the deals of (until - 12 months, until] and of the year before it, as the service counts its last 12 months.
 * `knownAfter`: see `DealHistory`.
 */
export function measurePace(deals: readonly DealRecord[], until: string, knownAfter: string | undefined): Pace {
  const from = subtractMonths(until, 12);
  const fromBefore = subtractMonths(until, 24);
  const days = deals.flatMap(({ date }) => toDay(date) ?? []);
  const count = (after: string, last: string) =>
    knownAfter !== undefined && knownAfter <= after ? days.filter((day) => day > after && day <= last).length : null;
  return { until, from, fromBefore, now: count(from, until), before: count(fromBefore, from) };
}

/** "41%"; undefined where a count is unknown or the whole is 0. */
export function formatShare(part: number | null | undefined, whole: number | null | undefined): string | undefined {
  if (typeof part !== 'number' || typeof whole !== 'number' || whole <= 0) return undefined;
  return `${Math.round((100 * part) / whole)}%`;
}

/** An investor that shares deals with another one. */
export type CoInvestor = { readonly id: string; readonly deals: number };

/** Who invests with an investor, most shared deals first, then the latest; each counts once a deal. */
export function rankCoInvestors(deals: readonly DealRecord[], investorId: string): CoInvestor[] {
  const shared = new Map<string, { readonly deals: number; readonly latest: string }>();
  for (const { investor_ids: ids, date } of deals) {
    for (const id of new Set(ids)) {
      const { deals: count, latest } = shared.get(id) ?? { deals: 0, latest: '' };
      const day = date ?? '';
      if (id !== investorId) shared.set(id, { deals: count + 1, latest: day > latest ? day : latest });
    }
  }
  return [...shared]
    .toSorted(
      ([id, one], [otherId, other]) =>
        other.deals - one.deals || other.latest.localeCompare(one.latest) || id.localeCompare(otherId),
    )
    .map(([id, { deals: count }]) => ({ id, deals: count }));
}

/** Companies with several deals out of all; undefined while some deals are locked. */
export function countFollowOns({
  deals,
  whole,
}: Pick<DealHistory, 'deals' | 'whole'>): { readonly repeated: number; readonly companies: number } | undefined {
  if (!whole || deals.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { company_id: id } of deals) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return { repeated: [...counts.values()].filter((count) => count > 1).length, companies: counts.size };
}

/** The sizes between which the middle half of the disclosed rounds is, in US dollars; undefined below four of them. */
export function findTypicalSizes(deals: readonly DealRecord[]): readonly [low: number, high: number] | undefined {
  const sizes = deals.flatMap(({ total_round_raised: usd }) => usd ?? []).toSorted((one, other) => one - other);
  const at = (share: number) => sizes[Math.round(share * (sizes.length - 1))] ?? 0;
  return sizes.length < 4 ? undefined : [at(0.25), at(0.75)];
}

/** "Investor in Stockholm, Sweden, 11–50 people". */
export function formatInvestorLine({ location, num_employees: size }: InvestorRecord): string {
  const place = [location?.city, location?.country].flatMap((part) => part?.name ?? []).join(', ');
  return [
    place === '' ? 'Investor' : `Investor in ${place}`,
    ...(size === null ? [] : [`${formatEmployees(size)} people`]),
  ].join(', ');
}

type Activity = Pick<
  InvestorRecord,
  | 'total_deal_count'
  | 'lead_deal_count'
  | 'deal_count_last_12_months'
  | 'lead_deal_count_last_12_months'
  | 'most_recent_deal_date'
>;

/**
 * The figures of an investor, or of a person who invests: the counts of the record, and from the unlocked deals the
 * year before and the typical size of a round.
 */
export function buildActivityFigures(activity: Activity, history: DealHistory, now: number): ShownFigure[] {
  const { total_deal_count: deals, lead_deal_count: led, deal_count_last_12_months: lastYear } = activity;
  const { before } = measurePace(history.deals, formatUtcDay(now), history.knownAfter);
  const sizes = findTypicalSizes(history.deals);
  return [
    { label: 'Deals', value: formatFigure(deals) },
    { label: 'Led', value: formatFigure(led), note: formatShare(led, deals) },
    {
      label: 'Last 12 months',
      value: formatFigure(lastYear),
      note: before === null ? undefined : `${formatFigure(before)} the year before`,
    },
    { label: 'Typical round', value: sizes && `${formatMoney(sizes[0])} to ${formatMoney(sizes[1])}` },
    { label: 'Latest deal', value: formatSince(activity.most_recent_deal_date, now) },
  ];
}

const formatFigure = (count: number | null): string | undefined => count?.toLocaleString('en-US');

/** "88 of 214 deals, 41%"; "not known" where a count is missing. */
export function formatLeadShare(led: number | null, deals: number | null): string {
  const share = formatShare(led, deals);
  if (led === null || deals === null) return 'not known';
  return `${formatFigure(led)} of ${formatCount(deals, 'deal')}${share === undefined ? '' : `, ${share}`}`;
}

/** The last 12 months compared with the 12 before, with the dates of both. */
export function formatPace({ now, before, until, from, fromBefore }: Pace): string {
  if (now === null) return `not known; unlock every deal since ${formatShortDay(from)} to see it`;
  const year = `${formatCount(now, 'deal')} in the 12 months to ${formatShortDay(until)}, UTC`;
  if (before === null) return `${year}; to compare, unlock every deal since ${formatShortDay(fromBefore)}`;
  const more = now - before;
  const share = formatShare(Math.abs(more), before);
  const change =
    more === 0 ? 'as many as' : `${share ?? formatFigure(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`;
  return `${year}, ${change} the ${before.toLocaleString('en-US')} of the 12 months before`;
}

/** "12 days ago" by UTC days, after 90 of them the day itself; undefined without a date. */
export function formatSince(moment: string | null, now: number): string | undefined {
  const day = toDay(moment);
  if (day === undefined) return undefined;
  const today = Date.parse(formatUtcDay(now));
  const days = Math.round((today - Date.parse(day)) / 86_400_000);
  if (days <= 0) return 'Today';
  return days <= 90 ? `${formatCount(days, 'day')} ago` : formatShortDay(day);
}
