import type { CompanyRecord } from '../../library/records/records.ts';
import { FactLinks } from '../../search/record/facts.tsx';

/** Where a company is found elsewhere. */
export function CompanyLinks({ company }: { readonly company: CompanyRecord }) {
  return (
    <FactLinks
      links={[
        [company.domain ?? '', company.domain],
        ['LinkedIn', company.linkedin],
        ['Crunchbase', company.crunchbase],
        ['PitchBook', company.pitchbook],
        ['Twitter', company.twitter],
        ['Facebook', company.facebook],
      ]}
    />
  );
}
