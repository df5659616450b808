import { CompanyProfilePage } from '../features/companies/profile.tsx';
import { Articles } from '../features/deals/articles.tsx';

/** The profile of a company, with what the deals screen knows of each round. */
export function CompanyProfileScreen() {
  return <CompanyProfilePage renderRound={({ id }) => <Articles id={id} label="Articles" />} />;
}
