import { AlertMeButton } from '../screens/alerts/alert-me.tsx';
import { InvestorProfilePage } from '../screens/profiles/investor-profile.tsx';

/** The profile of an investor, with the button that saves an alert on its deals. */
export const InvestorProfileScreen = () => (
  <InvestorProfilePage renderAlert={(record) => <AlertMeButton {...record} />} />
);
