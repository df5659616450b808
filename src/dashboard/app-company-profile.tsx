import { CompanyProfilePage } from './companies/profile.tsx';
import { Articles } from './deals/articles.tsx';

/** The profile of a company, with what the deals screen knows of each round. */
export function CompanyProfileScreen() {
  return <CompanyProfilePage renderRound={({ id }) => <Articles id={id} label="Articles" />} />;
}
