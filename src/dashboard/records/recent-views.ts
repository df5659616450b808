import { createState } from '../platform/state.ts';
import { readStored, writeStored } from '../platform/storage/storage.ts';

const kinds = ['company', 'investor', 'person'] as const;
/** A profile that was opened on this device. */
type RecentView = { readonly kind: (typeof kinds)[number]; readonly id: string };

const [storedName, maxViews] = ['recent-views', 12];
const views = createState(readViews());

/** Stored as "company 0b5…", one per line. */
function readViews(): readonly RecentView[] {
  return (readStored(storedName) ?? '').split('\n').flatMap((line) => {
    const [name, id = ''] = line.split(' ');
    const kind = kinds.find((one) => one === name);
    return kind === undefined ? [] : [{ kind, id }];
  });
}

/** The profiles that were opened on this device, latest first; at most 12. */
export const useRecentViews = views.use;

/** Adds a profile to those that were opened. */
export function recordView(kind: RecentView['kind'], id: string): void {
  const others = readViews().filter((one) => one.kind !== kind || one.id !== id);
  const next = [{ kind, id }, ...others].slice(0, maxViews);
  views.write(next);
  writeStored(storedName, next.map((one) => `${one.kind} ${one.id}`).join('\n'));
}

/** Deletes the list of opened profiles. */
export function clearRecentViews(): void {
  views.write([]);
  writeStored(storedName, '');
}
