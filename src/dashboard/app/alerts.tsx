import { AlertsPage } from '../screens/alerts/page.tsx';
import { AlertItemDetail } from './alert-detail.tsx';

/** The alerts screen, with the deal details of another feature. */
export function AlertsScreen() {
  return <AlertsPage renderDetail={(item) => <AlertItemDetail item={item} />} />;
}
