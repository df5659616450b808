import type { ReactNode } from 'react';
import { formatUtcMinute } from '../platform/format.ts';
import { readConnected } from '../platform/http/connection.ts';
import { useNow } from '../platform/ui/use-browser.ts';
import { SafeLink } from '../platform/ui/safe-link.tsx';

const units = [
  { ms: 86_400_000, name: 'day' },
  { ms: 3_600_000, name: 'hour' },
  { ms: 60_000, name: 'minute' },
] as const;

/** The time since then in the largest whole unit: "3 hours ago"; "just now" within a minute. */
export function formatAge(at: number, now: number): string {
  const unit = units.find(({ ms }) => now - at >= ms);
  if (!unit) return 'just now';
  const count = Math.floor((now - at) / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`;
}

/** The age of results or a record, updated as time passes; its title is the exact time. */
export function ResultsAge({ at }: { readonly at: number }) {
  const now = useNow();
  const moment = new Date(at).toISOString();
  return (
    <time dateTime={moment} title={`${formatUtcMinute(moment)} UTC`}>
      fetched {formatAge(at, Math.max(now, at))}
    </time>
  );
}

/** The source of a record, if all are from one; `RecordOrigin` says from which of several. */
export function renderSource(): ReactNode {
  const [only, ...others] = readConnected()?.sources ?? [];
  if (!only || others.length > 0) return undefined;
  return (
    <>
      <SafeLink to={only.address}>{only.title}</SafeLink> ({only.licence})
    </>
  );
}
