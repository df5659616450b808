import { useState } from 'react';
import { toCount } from '../../platform/format.ts';
import { addTag, readMark, setMarks, undoMarks, useCanUndo, useMarks, type Mark } from '../../library/status/marks.ts';
import { verdictNames } from '../../library/status/standing.ts';
import type { AnyResource } from '../resource/resource.ts';

type Verdict = NonNullable<Mark['verdict']>;
const keys: Readonly<Record<string, Verdict>> = { s: 'shortlist', x: 'pass' };

/** Marking rows of a table, many at once, and taking it back. */
export type Marking = {
  /** What was done last, as words; undefined when the person went on to something else. */
  readonly said: string | undefined;
  readonly canUndo: boolean;
  /** The verdict that all selected rows have; null when they differ or have none. */
  readonly verdict: Verdict | null;
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onTag: (tag: string) => void;
  readonly onUndo: () => void;
  /** S and X mark the selected rows, or else the one with the focus, U takes the last step back. */
  readonly onKey: (key: string, id: string | undefined) => boolean;
  readonly onForget: () => void;
};

/** Marks the selected rows of a table; a verdict that all of them have is taken away again. */
export function useMarking({ marked, one, many }: AnyResource, selected: readonly string[]): Marking {
  const marks = useMarks(marked);
  const canUndo = useCanUndo(marked);
  const [said, setSaid] = useState<string>();
  const first = marks.get(selected[0] ?? '')?.verdict ?? null;
  const isCommon = first !== null && selected.every((id) => marks.get(id)?.verdict === first);

  const decide = (verdict: Verdict, ids: readonly string[]) => {
    const isTaken = ids.every((id) => readMark(marked, id).verdict === verdict);
    setMarks(marked, ids, { verdict: isTaken ? null : verdict });
    setSaid(`${isTaken ? 'Undecided again' : verdictNames[verdict]}: ${toCount(ids.length, one, many)}.`);
  };
  const undo = () => {
    const undone = canUndo ? undoMarks() : undefined;
    setSaid(undone ? `Taken back: ${toCount(undone.ids.length, one, many)}.` : 'Nothing to take back.');
  };
  return {
    said,
    canUndo,
    verdict: isCommon ? first : null,
    onVerdict: (verdict) => decide(verdict, selected),
    onTag: (tag) => {
      addTag(marked, selected, tag);
      setSaid(`Tagged ${tag}: ${toCount(selected.length, one, many)}.`);
    },
    onUndo: undo,
    onKey: (key, id) => {
      const verdict = keys[key.toLowerCase()];
      const ids = selected.length > 0 || id === undefined ? selected : [id];
      if (key.toLowerCase() === 'u') undo();
      else if (verdict === undefined || ids.length === 0) return false;
      else decide(verdict, ids);
      return true;
    },
    onForget: () => setSaid(undefined),
  };
}
