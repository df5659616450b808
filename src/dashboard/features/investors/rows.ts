import { unlockedInvestors, type InvestorRecord } from '../../library/records/records.ts';
import type { Figures } from '../../search/resource/resource.ts';

/** A firm, with the deals that match the portfolio filters of the answer it stands in; null without such filters. */
export type InvestorRow = {
  readonly id: string;
  readonly investor: InvestorRecord;
  readonly matching: number | null;
  readonly matchingLed: number | null;
};

const toCount = (figure: number | string | null | undefined) => (typeof figure === 'number' ? figure : null);

/** One firm as a row; undefined when it is not owned. */
export function toInvestorRow(id: string, figures?: Figures): InvestorRow | undefined {
  const investor = unlockedInvestors.read(id);
  if (!investor) return undefined;
  return {
    id,
    investor,
    matching: toCount(figures?.['filtered_deal_count']),
    matchingLed: toCount(figures?.['filtered_lead_count']),
  };
}
