import { isDirect, siteBase } from '../platform/http/connection.ts';
import { newVersion } from '../platform/ui/lazy-part.tsx';

/**
 * Stores the dashboard's files (offline-worker.ts), so that a reload without a connection still shows what is unlocked,
 * and offers a newer build. Only in a build for the gateway, and only where the browser allows service workers: https
 * or localhost.
 */
export async function keepPageOffline(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Without a gateway the page may share its host with other sites.
  if (!import.meta.env.PROD || isDirect || !workers) return;
  workers.addEventListener('message', () => newVersion.write(true));
  const registration = await workers.register(`${siteBase}/offline.js`);
  // A worker of this page's own build takes over at once; one of another build answers that there is an update.
  const compare = (worker: ServiceWorker | null) => worker?.postMessage(import.meta.url, {});
  compare(registration.waiting);
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && compare(worker));
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => undefined);
  });
}
