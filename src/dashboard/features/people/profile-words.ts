import { toCount, toDay } from '../../platform/format.ts';
import { toDaysSince } from '../../search/profile/days-since.ts';
import type { HeadFigure } from '../../search/profile/profile-head.tsx';
import { toKinds, type PersonRow } from './rows.ts';

/** "Partner at Ridge Capital, Stockholm; founder, angel". */
export function toHeadLine(row: PersonRow): string {
  const { title, current_company: company, location } = row.person;
  const work = [title, company?.name].filter(Boolean).join(' at ');
  return [[work, location].filter(Boolean).join(', '), toKinds(row)].filter((part) => part !== '').join('; ');
}

/** The counts of an investor as the record has them; nothing for a person who does not invest. */
export function toHeadFigures({ person }: PersonRow, now: number): HeadFigure[] {
  const highlights = person.investor_highlights;
  if (!highlights) return [];
  const since = toDaysSince(highlights.most_recent_deal_date, now);
  const toFigure = (count: number | null) => count?.toLocaleString('en-US');
  return [
    { words: 'deals, all time', value: toFigure(highlights.total_deal_count) },
    { words: 'led', value: toFigure(highlights.lead_deal_count) },
    { words: 'last 12 months', value: toFigure(highlights.deal_count_last_12_months) },
    { words: 'led, last 12 months', value: toFigure(highlights.lead_deal_count_last_12_months) },
    { words: 'since the last deal', value: since === undefined ? undefined : toCount(since, 'day') },
  ];
}

/** "2019-04 to now"; what is not known is said so. */
export const toSpanText = (from: string | null, to: string | null): string =>
  [from?.slice(0, 7) ?? 'start not known', to?.slice(0, 7) ?? 'end not known'].join(' to ');

/** "12 deals, latest 2026-10-12". */
export function toFirmText(deals: number | null, latest: string | null): string {
  const day = toDay(latest);
  return [deals === null ? 'deals not known' : toCount(deals, 'deal'), ...(day ? [`latest ${day}`] : [])].join(', ');
}
