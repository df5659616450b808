import type { QueryClient } from '@tanstack/react-query';
import { requestAlerts } from '../features/alerts/use-alerts.ts';
import { AlertsPage } from '../features/alerts/page.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

// Most visits never open a deal.
const AlertItemDetail = lazyPart(() => import('./alert-detail.tsx').then((module) => module.AlertItemDetail));

/**
 * The alerts screen; what it shows is requested in the time that the account takes to open. The screen says what
 * failed.
 */
export function openAlertsScreen(client: QueryClient): typeof AlertsScreen {
  void requestAlerts(client).catch(() => undefined);
  return AlertsScreen;
}

/** The alerts screen, with the deal details of another feature. */
export function AlertsScreen() {
  return <AlertsPage renderDetail={(item) => <AlertItemDetail item={item} />} />;
}
