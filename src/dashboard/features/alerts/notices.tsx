import type { ReactNode } from 'react';
import { toCount, toMoney } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { AlertsFailure } from './failure.tsx';
import type { Item } from './items.ts';
import type { Alerts } from './use-alerts.ts';

type AlertsNoticesProps = { readonly alerts: Alerts; readonly onAgain: () => void; readonly children: ReactNode };

/** What is to be said before the feed: what failed, what was deleted, what contradicts, what could not be read. */
export function AlertsNotices({ alerts, onAgain, children }: AlertsNoticesProps) {
  const { failure, pending, gone, configurations, items, surprises } = alerts;
  const names = configurations.filter(({ configuration_id: id }) => id !== null && gone.includes(id));
  const contradicting = items.filter(({ contradicts }) => contradicts !== undefined);
  return (
    <div className="grid gap-2 px-4.5 py-2.5 empty:hidden wide:px-6 print:hidden">
      {children}
      {failure && !pending && <AlertsFailure failure={failure} onAgain={onAgain} />}
      {gone.length > 0 && (
        <Notice
          look="warn"
          title={`${toCount(gone.length, 'alert')} ${gone.length === 1 ? 'was' : 'were'} deleted meanwhile`}
          actions={<Button onClick={onAgain}>Read the list again, free</Button>}
        >
          {names.map(({ configuration_name: name }) => name ?? 'an unnamed alert').join(', ')}: the service does not
          know {gone.length === 1 ? 'it' : 'them'} any more. The deals of all others stand below.
        </Notice>
      )}
      {contradicting.length > 0 && <Contradictions items={contradicting} />}
      {surprises > 0 && (
        <p className="text-[12px] text-ink-3">
          {toCount(surprises, 'member')} of the answer could not be understood and {surprises === 1 ? 'is' : 'are'} left
          out.
        </p>
      )}
    </div>
  );
}

const mostNamed = 3;

function Contradictions({ items }: { readonly items: readonly Item[] }) {
  const named = items
    .slice(0, mostNamed)
    .map(
      ({ deal, usd, contradicts }) =>
        `${deal.company_name ?? 'unnamed'}: ${toMoney(usd ?? 0)}, not ${toMoney(contradicts ?? 0)}`,
    );
  const rest = items.length - named.length;
  return (
    <Notice
      look="warn"
      title={`${toCount(items.length, 'amount')} in the alerts ${items.length === 1 ? 'contradicts an owned row' : 'contradict owned rows'}`}
    >
      The owned row wins. {named.join('; ')}
      {rest > 0 ? `; and ${toCount(rest, 'more', 'more')}` : ''}. If many are off by a factor of a million, the unit of
      the connection is set wrong.
    </Notice>
  );
}
