import { AlertMe } from './alert-me.tsx';
import { Articles } from '../features/deals/articles.tsx';
import { CompanyProfilePage } from '../features/profile/company-profile.tsx';

/** The profile of a company, with the articles of each round. */
export function CompanyProfileScreen() {
  return (
    <CompanyProfilePage
      renderRound={({ id }) => <Articles id={id} label="Articles" />}
      renderAlert={(record) => <AlertMe {...record} />}
    />
  );
}
