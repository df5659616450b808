import { siteBase } from '../platform/http/base.ts';
import { isDirect } from '../platform/http/direct.ts';

/**
 * Keeps the dashboard's own files on this device (public/offline.js), so that a reload without a connection still shows
 * what is owned. Only a build for the gateway does, and only where the browser allows it: not on plain http beyond this machine.
 */
export async function keepPageOffline(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Without a gateway the page may stand in any folder of a host that it shares with others.
  if (!import.meta.env.PROD || isDirect || !workers) return;
  const known = (await workers.getRegistration()) !== undefined;
  await workers.register(`${siteBase}/offline.js`);
  const ready = await workers.ready;
  if (known) return;
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = files.filter(
    ({ origin, pathname }) =>
      origin === window.location.origin &&
      pathname.startsWith(siteBase) &&
      /^\/(assets\/|theme|favicon)/.test(pathname.slice(siteBase.length)),
  );
  ready.active?.postMessage([...new Set(own.map(({ pathname }) => pathname))]);
}
