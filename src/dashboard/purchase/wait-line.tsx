import { limiter } from '../platform/http/limiter.ts';
import { useSecondsLeft } from '../platform/ui/use-browser.ts';
import { useWaitsForBrowser, useWaitsForTab } from './purchase-lock.ts';

/** Says that a request waits for another tab, or for the rate limit, which it can stop; nothing when none waits. */
export function WaitLine() {
  const until = limiter.useWaitsUntil();
  const waitsForTab = useWaitsForTab() > 0;
  const waitsForBrowser = useWaitsForBrowser() > 0;
  if (until !== undefined) return <Waiting key={until} until={until} />;
  return (
    <output className="px-1 text-11.5 text-ink-3 empty:hidden max-full:border-b max-full:border-line max-full:px-4.5 max-full:py-2">
      {waitsForTab && 'Another tab is loading this search.'}
      {waitsForBrowser && 'Another browser is loading this search.'}
    </output>
  );
}

function Waiting({ until }: { readonly until: number }) {
  const secondsLeft = useSecondsLeft(until);
  return (
    <div className="px-1 text-11.5 text-warn max-full:border-b max-full:border-line max-full:px-4.5 max-full:py-2">
      <output>Too many requests this minute. Continues automatically</output>{' '}
      <span aria-hidden>in {secondsLeft} s.</span>{' '}
      <button type="button" className="min-h-6 underline" onClick={limiter.stop}>
        Stop waiting
      </button>
    </div>
  );
}
