import type { ChipMark } from '../../platform/form/chip.tsx';
import { toKindName, type Permalink } from './permalink.ts';
import { toQualifier } from './qualifier.ts';

/** A chosen value that is not proved, how its chip is marked, why, and what the service knows that comes near. */
export type Doubt = {
  readonly value: Permalink;
  readonly mark: ChipMark;
  readonly why: string;
  readonly nearest: readonly Permalink[];
};

type DoubtNotesProps = {
  readonly doubts: readonly Doubt[];
  readonly onReplace: (value: Permalink, by: Permalink) => void;
};

/** Explains the marked chips under a picker, and offers the nearest values with one click. */
export function DoubtNotes({ doubts, onReplace }: DoubtNotesProps) {
  return doubts.map(({ value, why, nearest }) => (
    <div key={value.permalink} className="mt-1.5 text-[12px] text-ink-2">
      <p>
        “{value.name}” {why}
      </p>
      {nearest.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-1">
          <span className="text-ink-3">Use instead:</span>
          {nearest.map((one) => (
            <button
              key={one.permalink}
              type="button"
              className="min-h-6 rounded-[5px] border border-edge px-1.5 text-ink hover:bg-sunken"
              onClick={() => onReplace(value, one)}
            >
              {[one.name, toQualifier(one)].filter((part) => part !== '').join(', ')}{' '}
              <span className="text-[10.5px] text-ink-3">{toKindName(one.kind)}</span>
            </button>
          ))}
        </p>
      )}
    </div>
  ));
}
