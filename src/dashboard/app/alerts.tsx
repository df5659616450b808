import { AlertsPage } from '../features/alerts/page.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

// Most visits never open a deal.
const AlertItemDetail = lazyPart(() =>
  import('./alert-detail.tsx').then((module) => ({ default: module.AlertItemDetail })),
);

/** The alerts screen, with the deal details of another feature. */
export function AlertsScreen() {
  return <AlertsPage renderDetail={(item) => <AlertItemDetail item={item} />} />;
}
