import { limiter } from '../platform/http/limiter.ts';
import { useSecondsLeft } from '../platform/ui/use-browser.ts';

/** Says that a request waits for the rate limit, and stops that; nothing when none waits. */
export function WaitLine() {
  const until = limiter.useWaitsUntil();
  return until === undefined ? null : <Waiting key={until} until={until} />;
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
