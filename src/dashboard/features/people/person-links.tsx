import type { PersonRecord } from '../../library/records/records.ts';
import { FactLinks } from '../../search/record/facts.tsx';

/** Where a person is found elsewhere. */
export function PersonLinks({ person }: { readonly person: PersonRecord }) {
  return (
    <FactLinks
      links={[
        ['LinkedIn', person.linkedin_url],
        ['Crunchbase', person.crunchbase_url],
        ['Twitter', person.twitter_url],
      ]}
    />
  );
}
