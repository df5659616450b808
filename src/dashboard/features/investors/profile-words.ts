import { toCount } from '../../platform/format.ts';
import { toDaysSince } from '../../search/profile/days-since.ts';
import type { HeadFigure } from '../../search/profile/profile-head.tsx';
import { toShare, type Pace } from './pace.ts';
import type { InvestorRow } from './rows.ts';

/** "Investment firm in Stockholm, Sweden, 11–50 people". */
export function toHeadLine({ investor: { location, num_employees: size } }: InvestorRow): string {
  const place = [location?.city, location?.country].flatMap((part) => part?.name ?? []).join(', ');
  return [
    place === '' ? 'Investment firm' : `Investment firm in ${place}`,
    ...(size === null ? [] : [`${size.replace('-', '–')} people`]),
  ].join(', ');
}

/** The counts of a firm as its record has them. */
export function toHeadFigures({ investor }: InvestorRow, now: number): HeadFigure[] {
  const since = toDaysSince(investor.most_recent_deal_date, now);
  return [
    { words: 'deals, all time', value: toFigure(investor.total_deal_count) },
    { words: 'led', value: toFigure(investor.lead_deal_count) },
    { words: 'last 12 months', value: toFigure(investor.deal_count_last_12_months) },
    { words: 'led, last 12 months', value: toFigure(investor.lead_deal_count_last_12_months) },
    { words: 'since the last deal', value: since === undefined ? undefined : toCount(since, 'day') },
  ];
}

const toFigure = (count: number | null): string | undefined => count?.toLocaleString('en-US');

/** "88 of 214 deals, 41%"; what is not known is said so. */
export function toLeadText(led: number | null, deals: number | null): string {
  const share = toShare(led, deals);
  if (led === null || deals === null) return 'not known';
  return `${toFigure(led)} of ${toCount(deals, 'deal')}${share === undefined ? '' : `, ${share}`}`;
}

/** A year against the one before it, with its days. */
export function toPaceText({ now, before, until, from, fromBefore }: Pace): string {
  if (now === null) return `not known: needs every deal since ${from}`;
  const year = `${toCount(now, 'deal')} in the 12 months to ${until} (UTC)`;
  if (before === null) return `${year}; the year before needs every deal since ${fromBefore}`;
  const more = now - before;
  const share = toShare(Math.abs(more), before);
  const change = more === 0 ? 'as many as' : `${share ?? toFigure(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`;
  return `${year}, ${change} the ${before.toLocaleString('en-US')} of the 12 months before`;
}
