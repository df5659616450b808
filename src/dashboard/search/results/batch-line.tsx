import { limiter } from '../../platform/http/limiter.ts';
import { toCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { Batch } from '../fetch/batch.ts';

type BatchLineProps = { readonly batch: Batch; readonly loaded: number };

/** How far a batch is, and the way to stop it. */
export function BatchLine({ batch, loaded }: BatchLineProps) {
  const { pages, done, toRows, isStopping, onStop } = batch;
  const isPaused = limiter.useWaitsUntil() !== undefined;
  const rows = toRows.toLocaleString('en-US');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 tabular-nums">
      <progress
        aria-label="Rows loaded"
        value={loaded}
        max={toRows}
        className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent"
      />
      <span className="font-medium text-ink">
        {done.toLocaleString('en-US')} of {toCount(pages, 'page')}, {loaded.toLocaleString('en-US')} of {rows} rows
      </span>
      <Button aria-disabled={isStopping} onClick={() => isStopping || onStop()}>
        {isStopping ? 'Stopping after this page' : 'Cancel'}
      </Button>
      <output className="text-warn empty:hidden">
        {isPaused ? 'Paused: too many requests this minute. It goes on by itself.' : ''}
      </output>
    </div>
  );
}

/** What became of a batch that did not bring all its rows. */
export function toEndWords({ end, done, pages }: Batch): string {
  if (end === 'moved') return 'Stopped, because the result changed meanwhile; what came is owned.';
  if (end !== 'stopped') return '';
  return `Stopped after ${done.toLocaleString('en-US')} of ${toCount(pages, 'page')}; what came is owned, the rest was not sent.`;
}
