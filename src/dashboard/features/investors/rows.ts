import { searchInvestors } from '#contract/investors.ts';
import { unlockedInvestors, type InvestorRecord } from '../../library/records/records.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import { clearInvestorMatches } from '../../search/record/load-records.ts';
import type { Figures, FoundPage } from '../../search/resource/resource.ts';

/** An investor as a row of the table, with the deals that match the portfolio filters of the search, or null. */
export type InvestorRow = {
  readonly id: string;
  readonly investor: InvestorRecord;
  readonly matching: number | null;
  readonly matchingLed: number | null;
};

const readCount = (figure: number | string | null | undefined) => (typeof figure === 'number' ? figure : null);

/** The row of one investor; undefined where it is not unlocked. `figures` are those of the search. */
export function buildInvestorRow(id: string, figures?: Figures): InvestorRow | undefined {
  const investor = unlockedInvestors.read(id);
  if (!investor) return undefined;
  return {
    id,
    investor,
    matching: readCount(figures?.['filtered_deal_count']),
    matchingLed: readCount(figures?.['filtered_lead_count']),
  };
}

/** Fetches one page of a search. Counts of matching deals are stored with the results, not with the investor. */
export async function findInvestors(authorization: SpendAuthorization, body: Section): Promise<FoundPage> {
  const response = await sendPaid(authorization, searchInvestors, { body });
  const { investors } = response.data;
  const figures = Object.fromEntries(
    (investors ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
  return addResultPage(searchInvestors, response, investors?.map(clearInvestorMatches), unlockedInvestors, figures);
}
