import type { Lineup } from '../participants.ts';
import type { DealRecord } from '../records.ts';
import type { MappedRow } from './fields.ts';

export type OpenDeals = {
  /** The last deal, when there will be no more rows. */
  end: () => DealRecord | undefined;
  /** The lineup of the deal that the row before told of, where that is this one. */
  lineupOf: (key: string) => Lineup | undefined;
  /** Takes the deal of a row; gives the one that ended with the row before. */
  add: (mapped: MappedRow, key: string, lineup: Lineup, toRecord: () => DealRecord) => DealRecord | undefined;
};

/** One round may stand on several rows that follow each other, with an investor each; anywhere else it is a repetition. */
export function openDeals(): OpenDeals {
  const keys = new Set<string>();
  let open: { deal: DealRecord; lineup: Lineup } | undefined;
  const end = () => {
    const ended = open && { ...open.deal, ...open.lineup };
    open = undefined;
    return ended;
  };
  return {
    end,
    lineupOf: (key: string) => (open?.deal.key === key ? open.lineup : undefined),
    add(mapped, key, lineup, toRecord) {
      if (open?.deal.key === key || keys.has(key)) {
        const reason = open?.deal.key === key ? 'the same round as on the row before' : 'the same round as one before';
        return mapped.find('merged', reason, key);
      }
      keys.add(key);
      const ended = end();
      open = { deal: toRecord(), lineup };
      return ended;
    },
  };
}
