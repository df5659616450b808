import { lazy, Suspense } from 'react';
import { AlertsPage } from '../features/alerts/page.tsx';

// Most visits decide without opening a deal.
const AlertItemDetail = lazy(() =>
  import('./alert-detail.tsx').then((module) => ({ default: module.AlertItemDetail })),
);

/** The alerts screen with what other features lend to it. */
export function AlertsScreen() {
  return (
    <AlertsPage
      renderDetail={(item) => (
        <Suspense>
          <AlertItemDetail item={item} />
        </Suspense>
      )}
    />
  );
}
