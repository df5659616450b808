import { Bookmark, X, type LucideIcon } from 'lucide-react';
import { Button } from '../../platform/ui/button.tsx';
import { KeyCap } from '../../platform/ui/key-cap.tsx';
import type { RecordStatus } from './marks.ts';

type Verdict = NonNullable<RecordStatus['verdict']>;
const choices: readonly (readonly [Verdict, name: string, key: string, LucideIcon])[] = [
  ['shortlist', 'Shortlist', 'S', Bookmark],
  ['pass', 'Pass', 'X', X],
];

type VerdictChoiceProps = {
  readonly verdict: RecordStatus['verdict'];
  /** Whether the keys of the table do the same. */
  readonly withKeys?: boolean;
  readonly onVerdict: (verdict: Verdict) => void;
};

/** Shortlist and pass; pressing the one that stands takes it back. */
export function StatusChoice({ verdict, withKeys, onVerdict }: VerdictChoiceProps) {
  return choices.map(([value, name, key, Icon]) => {
    const stands = verdict === value;
    return (
      <Button
        key={value}
        aria-pressed={stands}
        className="aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={() => onVerdict(value)}
      >
        <Icon aria-hidden className={`size-3.5 ${stands && value === 'shortlist' ? 'fill-current' : ''}`} />
        {name}
        {withKeys === true && (
          <span aria-hidden className="max-wide:hidden">
            <KeyCap>{key}</KeyCap>
          </span>
        )}
      </Button>
    );
  });
}
