import { AlertMeButton } from '../screens/alerts/alert-me.tsx';
import { CompanyProfilePage } from '../screens/profiles/company-profile.tsx';

/** The profile of a company, with the button that saves an alert on its deals. */
export const CompanyProfileScreen = () => (
  <CompanyProfilePage renderAlert={(record) => <AlertMeButton {...record} />} />
);
