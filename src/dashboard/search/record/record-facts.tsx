import type { CompanyRecord, InvestorRecord, PersonRecord } from '../../library/records/records.ts';
import { FactLinks } from './facts.tsx';

/** A company's website and its pages on other services. */
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

/** An investor's website and its pages on other services. */
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

/** A person's pages on other services. */
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

type Location = Pick<NonNullable<CompanyRecord['location']>, 'city' | 'state' | 'country'>;

/** "Berlin, Germany"; blank where no place is known. */
export const formatPlace = ({ city, state, country }: Partial<Location>): string =>
  [city, state, country].flatMap((place) => place?.name ?? []).join(', ');

/** "Fintech, Payments"; blank where no industry is known. */
export const formatIndustries = ({ industries }: Pick<CompanyRecord, 'industries'>): string =>
  (industries ?? []).flatMap(({ name }) => name ?? []).join(', ');

/** "founder, angel"; blank for a person who is neither of these nor an investor. */
export const formatRoles = ({ is_founder: founder, is_angel: angel, is_investor: investor }: PersonRecord): string =>
  [
    ...(founder === true ? ['founder'] : []),
    ...(angel === true ? ['angel'] : []),
    ...(investor === true && angel !== true ? ['investor'] : []),
  ].join(', ');
