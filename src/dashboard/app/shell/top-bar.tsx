import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { SaveSearch } from '../../features/alerts/save-search.tsx';
import { connection } from '../../platform/http/config.ts';
import { isDirect } from '../../platform/http/direct.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { useLimitReading } from '../../platform/http/limiter.ts';
import { DemoMark } from '../../purchase/demo-mark.tsx';
import { useSecondsLeft } from '../../platform/ui/use-seconds-left.ts';
import { PaletteButton } from './palette-button.tsx';
import { ShareLink } from './share-link.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** The bar over a wide screen; what only informs gives way to what can be pressed. */
export function TopBar() {
  return (
    <header className="flex h-[52px] shrink-0 items-center gap-3 border-b border-line bg-panel px-4.5 print:hidden">
      <PaletteButton />
      <ConnectionText />
      <DemoMark />
      <div className="ml-auto flex items-center gap-3">
        <RequestsLeft />
        <Shortcuts />
        <ScreenLinks />
      </div>
    </header>
  );
}

/** What can be done with the question of the address: a search of deals can become an alert, every one can be shared. */
export function ScreenLinks() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      {path === '/deals' && <SaveSearch />}
      <ShareLink />
    </>
  );
}

/** What answers, in words. */
function ConnectionText() {
  const { data, error } = useQuery(connection);
  const hasKey = useHasKey();
  if (error) return <span className="truncate text-warn">The gateway does not answer. Reload when it runs.</span>;
  if (!data) return null;
  if (isDirect && data.host === null) return <span className="truncate text-ink-3">No service yet: see Settings</span>;
  const service = data.service === 'own' ? 'Own service' : `Hosted service at ${data.host}`;
  const key =
    data.key === 'gateway'
      ? 'key held by the gateway'
      : hasKey
        ? 'key held by this browser'
        : 'no key yet: see Settings';
  return (
    <span className="truncate text-ink-3 max-[1180px]:hidden">
      {service}, {key}
    </span>
  );
}

function RequestsLeft() {
  const requests = useLimitReading();
  const fresh = useSecondsLeft((requests?.heardAt ?? 0) + 60_000) > 0;
  if (!requests || !fresh) return null;
  const limit = requests.limit === undefined ? '' : ` of ${requests.limit}`;
  return (
    <span className="text-[11.5px] whitespace-nowrap text-ink-3 tabular-nums max-[1180px]:hidden">
      {requests.left}
      {limit} requests left this minute
    </span>
  );
}
