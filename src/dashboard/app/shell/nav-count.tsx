import { useUnreviewedCount } from '../../records/alerts/use-alerts.ts';
import { useStatuses } from '../../records/status/statuses.ts';
import { formatGrouped } from '../../platform/format.ts';

/** How much waits on a screen, next to its name; nothing where nothing does. */
export function NavCount({ to }: { readonly to: '/alerts' | '/shortlist' }) {
  return to === '/alerts' ? <UnreviewedCount /> : <ShortlistCount />;
}

function UnreviewedCount() {
  const count = useUnreviewedCount();
  if (count === 0) return null;
  return (
    <span className="ml-auto count-badge max-full:absolute max-full:top-0 max-full:-right-2 max-tablet:top-1 max-tablet:right-auto max-tablet:left-1/2 max-tablet:ml-1">
      {formatGrouped(count)}
      <span className="sr-only"> to review</span>
    </span>
  );
}

function ShortlistCount() {
  const all = [useStatuses('deal'), useStatuses('company'), useStatuses('investor'), useStatuses('person')];
  const count = all.flatMap((statuses) => [...statuses.values()]).filter(({ status }) => status === 'shortlist').length;
  if (count === 0) return null;
  return (
    <span className="ml-auto px-1.5 text-12 font-normal text-ink-3 tabular-nums max-full:sr-only">
      {formatGrouped(count)}
      <span className="sr-only"> listed</span>
    </span>
  );
}
