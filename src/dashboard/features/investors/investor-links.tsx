import type { InvestorRecord } from '../../library/records/records.ts';
import { FactLinks } from '../../search/record/facts.tsx';

/** Where a firm is found elsewhere. */
export function InvestorLinks({ investor }: { readonly investor: InvestorRecord }) {
  return (
    <FactLinks
      links={[
        [investor.domain ?? '', investor.website ?? investor.domain],
        ['LinkedIn', investor.linkedin],
        ['Crunchbase', investor.crunchbase],
        ['PitchBook', investor.pitchbook],
      ]}
    />
  );
}
