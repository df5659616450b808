import { toDay, toMoney } from '../../platform/format.ts';
import type { HeadFigure } from '../../search/profile/profile-head.tsx';
import { toRoundName } from '../../platform/rounds.ts';
import type { CompanyRow } from './rows.ts';

/** What a company does in its own short words, else where it is. */
export function toHeadLine({ company }: CompanyRow): string {
  const { city, country } = company.location ?? {};
  const place = [city, country].flatMap((part) => part?.name ?? []).join(', ');
  const parts = [company.short_description?.replace(/\.$/, '') ?? 'Company', ...(place === '' ? [] : [place])];
  return parts.join('. ');
}

/** The sums and counts of a company as its record has them; an undisclosed sum says so. */
export function toHeadFigures({ company }: CompanyRow): HeadFigure[] {
  const latest = company.latest_deal;
  const toUsd = (usd: number | null) => (usd === null ? 'undisclosed' : toMoney(usd));
  return [
    { words: 'raised in all', value: toUsd(company.total_raised) },
    { words: 'latest valuation', value: toUsd(company.latest_valuation_usd) },
    { words: 'funding rounds', value: company.num_funding_rounds?.toLocaleString('en-US') },
    { words: 'investors', value: company.num_investors?.toLocaleString('en-US') },
    {
      words: latest === null ? 'latest round' : `latest round, ${toDay(latest.date) ?? 'no date'}`,
      value: latest === null ? 'none known' : toRoundName(latest),
    },
  ];
}
