import { limiter } from '../platform/http/limiter.ts';
import { useSecondsLeft } from '../platform/ui/use-seconds-left.ts';

/** Says that a request waits for the rate limit, counts down, and offers to stop; nothing when none waits. */
export function WaitLine() {
  const until = limiter.useWaitsUntil();
  return until === undefined ? null : <Waiting key={until} until={until} />;
}

function Waiting({ until }: { readonly until: number }) {
  const secondsLeft = useSecondsLeft(until);
  return (
    <div className="text-[11.5px] text-warn max-wide:border-b max-wide:border-line max-wide:px-4.5 max-wide:py-2">
      <output>Too many requests this minute. It continues by itself.</output>{' '}
      <span aria-hidden>In {secondsLeft} s.</span>{' '}
      <button type="button" className="min-h-6 underline" onClick={limiter.stop}>
        Stop waiting
      </button>
    </div>
  );
}
