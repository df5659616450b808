import { useQuery } from '@tanstack/react-query';
import { connection } from '../../platform/http/config.ts';
import { AlertCard } from './alert-card.tsx';
import { ManagedAlerts } from './managed-alerts.tsx';
import type { Alerts } from './use-alerts.ts';

/** The saved alerts: managed here on our own service, shown as they are on a hosted one. */
export function Configurations({ alerts }: { readonly alerts: Alerts }) {
  const { data } = useQuery(connection);
  if (data?.account === true) return <ManagedAlerts />;
  return (
    <div className="min-h-0 grow overflow-y-auto px-4.5 py-4 wide:px-6">
      <p className="mb-3 max-w-[72ch] text-ink-2">
        These alerts are kept by the hosted service and are changed there. What it says of them is all shown.
      </p>
      <ul className="grid max-w-[820px] gap-3">
        {alerts.configurations.map((configuration, index) => (
          <AlertCard
            key={configuration.configuration_id ?? `unidentified ${index}`}
            configuration={configuration}
            paused={false}
          />
        ))}
      </ul>
    </div>
  );
}
