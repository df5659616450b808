import { Link } from '@tanstack/react-router';
import { toRawSearch } from '../platform/url/search-text.ts';
import { readConnected } from '../platform/http/config.ts';
import { Button } from '../platform/ui/button.tsx';
import { leave, type PendingRequest } from './ledger.ts';
import { toCredits } from './price.ts';
import { changeLedger, useLedger } from './session-ledger.ts';

/** Requests that were sent and never answered: perhaps charged, and the person says what becomes of them. */
export function LostList() {
  const lost = useLedger().pending.filter(({ step }) => step === 'lost');
  if (lost.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label="Without an answer">
      <h3 className="font-semibold">Without an answer, perhaps charged</h3>
      <ul className="grid gap-2">
        {lost.map((request) => (
          <LostItem key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function LostItem({ request: { id, at, summary, tenths, place } }: { readonly request: PendingRequest }) {
  const address = new URL(place, window.location.origin);
  return (
    <li className="grid gap-1.5 rounded-[9px] border border-warn/50 px-3 py-2.5">
      <div>
        {summary}, at {new Date(at).toLocaleTimeString()}, up to {toCredits(tenths)}.
      </div>
      <div className="text-[12px] text-ink-3">
        {readConnected()?.service === 'own'
          ? 'Asking again brings the same answer without a second charge.'
          : `Asking again may cost up to ${toCredits(tenths)} once more.`}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={address.pathname as '/'}
          search={toRawSearch(address.search)}
          className="inline-flex h-8 items-center rounded-[7px] border border-edge px-2 font-[550] hover:bg-sunken"
        >
          Go to the question
        </Link>
        <Button onClick={() => void changeLedger((ledger) => leave(ledger, id))}>Leave it</Button>
      </div>
    </li>
  );
}
