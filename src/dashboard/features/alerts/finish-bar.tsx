import { useState } from 'react';
import type { Marks } from '../../library/status/marks.ts';
import { Button } from '../../platform/ui/button.tsx';
import { toProgress } from './progress.ts';
import { finishReview, reopenReview } from './shown.ts';
import type { Alerts } from './use-alerts.ts';

/** Offers the end of the review once every deal is decided; what was shown then counts as known to the next one. */
export function FinishBar({ alerts: { items, memory }, marks }: { readonly alerts: Alerts; readonly marks: Marks }) {
  const [before, setBefore] = useState<number>();
  const { reviewed, total } = toProgress(items, marks);
  if (before !== undefined) {
    return (
      <Bar words="The review is finished. The next one begins with what is new.">
        <Button
          onClick={() => {
            reopenReview(before);
            setBefore(undefined);
          }}
        >
          Take back
        </Button>
      </Bar>
    );
  }
  if (reviewed < total) return null;
  return (
    <Bar words="All of it is reviewed.">
      <Button
        look="primary"
        onClick={() => {
          setBefore(memory.finishedAt);
          finishReview();
        }}
      >
        Finish the review
      </Button>
    </Bar>
  );
}

function Bar({ words, children }: { readonly words: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-accent-soft px-4.5 py-2 wide:px-6">
      <span className="font-medium text-accent-ink">{words}</span>
      {children}
    </div>
  );
}
