import { searchInvestors } from '#contract/investors.ts';
import { type InvestorRecord, unlockedInvestors } from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import { collectDealMatches, type DealMatches, toDealMatches } from '../../search/record/deal-matches.ts';
import { clearInvestorMatches } from '../../search/record/load-record.ts';
import type { Figures, ResourceChart, ResultPage } from '../../search/resource/resource.ts';

/** How investors are charted; they have no amounts. */
export const investorChart: ResourceChart = {
  read(id) {
    const investor = unlockedInvestors.read(id);
    return (
      investor && {
        moment: investor.most_recent_deal_date,
        rounds: investor.top_round_types,
        industries: investor.top_industries,
        place: investor.location?.country?.name ?? null,
        employees: investor.num_employees,
      }
    );
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    {
      by: 'round',
      basis: 'An investor counts in each of its most frequent round types, five at most.',
      none: 'Not known',
    },
    {
      by: 'industry',
      basis: 'An investor counts in each of its most frequent industries, five at most.',
      none: 'Not known',
    },
    { by: 'place', basis: 'By the country of the office.', none: 'Not known' },
    { by: 'employees', basis: 'By the number of people at the investor.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['from', 'to'],
    basis: 'Investors with a matching deal in each period, in UTC, counted by the service.',
  },
};

/** An investor as a row of the table, with the deals that match the portfolio filters of the search, or null. */
export type InvestorRow = DealMatches & {
  readonly id: string;
  readonly investor: InvestorRecord;
};

/** The row of one investor; undefined where it is not unlocked. `figures` are those of the search. */
export function buildInvestorRow(id: string, figures?: Figures): InvestorRow | undefined {
  const investor = unlockedInvestors.read(id);
  return investor && { id, investor, ...toDealMatches(figures) };
}

/** Fetches one page of a search. Counts of matching deals are stored with the results, not with the investor. */
export async function fetchInvestors(authorization: SpendAuthorization, body: Section): Promise<ResultPage> {
  const response = await sendPaid(authorization, searchInvestors, { body });
  const { investors } = response.data;
  const figures = collectDealMatches(investors);
  return addResultPage(searchInvestors, response, investors?.map(clearInvestorMatches), unlockedInvestors, figures);
}
