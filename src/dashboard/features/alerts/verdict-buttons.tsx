import { Bookmark, Check, X } from 'lucide-react';
import type { Mark } from '../../library/status/marks.ts';
import { isReviewed } from './progress.ts';

type VerdictButtonsProps = {
  readonly mark: Mark;
  readonly name: string | null;
  readonly isActive: boolean;
  readonly onVerdict: (verdict: 'shortlist' | 'pass') => void;
};

/** Shortlist and pass; the one that stands says so in a word, and pressing it again takes it back. */
export function VerdictButtons({ mark, name, isActive, onVerdict }: VerdictButtonsProps) {
  const { verdict } = mark;
  const button = 'inline-flex h-8 items-center gap-1.5 rounded-[7px] border px-2.5 font-[550] whitespace-nowrap';
  const tabIndex = isActive ? 0 : -1;
  // On a narrow screen the decisions lie under the thumb; here stands what was decided.
  const narrow = verdict === null ? 'max-wide:hidden' : '';
  return (
    <div className="col-start-2 flex items-start gap-1.5 self-start wide:col-start-3">
      {verdict !== 'pass' && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-pressed={verdict === 'shortlist'}
          aria-label={`Shortlist ${name ?? 'this deal'}`}
          className={`${button} ${narrow} ${verdict === 'shortlist' ? 'border-transparent bg-accent-soft text-accent-ink' : 'border-edge bg-panel hover:bg-sunken'}`}
          onClick={() => onVerdict('shortlist')}
        >
          <Bookmark aria-hidden className={`size-3.5 ${verdict === 'shortlist' ? 'fill-current' : ''}`} />
          {verdict === 'shortlist' ? 'Shortlisted' : 'Shortlist'}
        </button>
      )}
      {verdict !== 'shortlist' && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-pressed={verdict === 'pass'}
          aria-label={`Pass ${name ?? 'this deal'}`}
          className={`${button} ${narrow} border-transparent text-ink-2 hover:bg-sunken hover:text-ink`}
          onClick={() => onVerdict('pass')}
        >
          <X aria-hidden className="size-3.5" />
          {verdict === 'pass' ? 'Passed' : 'Pass'}
        </button>
      )}
      {verdict === null && isReviewed(mark) && (
        <span className="inline-flex h-8 items-center gap-1 text-[12px] text-ink-3 wide:order-first">
          <Check aria-hidden className="size-3.5" />
          seen
        </span>
      )}
    </div>
  );
}
