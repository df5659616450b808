import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { undoMarks, useCanUndo, useMarks } from '../../library/status/marks.ts';
import { mostCompared, type ComparedKind } from '../../search/record/compare-address.ts';
import { Button } from '../../platform/ui/button.tsx';
import { comparedKind, toName } from './kinds.ts';
import { moveTo, orderShortlist, setShortlisted, useShortlist } from './shortlist.ts';
import { ShortlistFiles } from './shortlist-files.tsx';
import { ShortlistItem } from './shortlist-item.tsx';

type ShortlistPanelProps = {
  readonly of: ComparedKind;
  readonly compared: readonly string[];
  readonly onCompare: (ids: readonly string[]) => void;
};

/** The shortlist of a kind: ordered, with notes, kept on this device. */
export function ShortlistPanel({ of, compared, onCompare }: ShortlistPanelProps) {
  const { many, marked } = comparedKind[of];
  const ids = useShortlist(marked);
  const marks = useMarks(marked);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const move = (id: string, place: number) => {
    const next = moveTo(ids, id, place);
    if (next === ids) return;
    orderShortlist(marked, next);
    setSaid(`${toName(of, id)} is now ${place + 1} of ${ids.length}.`);
  };
  const remove = (id: string) => {
    setShortlisted(marked, id, false);
    setSaid(`${toName(of, id)} is off the shortlist. Its note stays.`);
    // The button that had the focus is gone.
    heading.current?.focus();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-4">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-[14px] font-semibold outline-none">
          Shortlist <span className="font-normal text-ink-3 tabular-nums">{ids.length > 0 && ids.length}</span>
        </h2>
        <UndoButton of={of} onUndone={setSaid} />
      </div>
      <output className="text-[12px] text-ink-2 empty:hidden">{said}</output>
      {ids.length === 0 ? (
        <p className="text-ink-2">
          No {many} are shortlisted. Press Shortlist on a column or on rows of the table; order and notes stay on this
          device and travel in the backup.
        </p>
      ) : (
        <>
          <ol className="grid grid-cols-[minmax(0,1fr)] border-t border-line">
            {ids.map((id, place) => (
              <ShortlistItem
                key={id}
                of={of}
                id={id}
                place={place}
                last={ids.length - 1}
                note={marks.get(id)?.note ?? ''}
                compared={compared.includes(id)}
                full={compared.length >= mostCompared}
                onMove={(to) => move(id, to)}
                onAction={(action) => (action === 'remove' ? remove(id) : onCompare(toggleRow(compared, id)))}
              />
            ))}
          </ol>
          <ShortlistFiles of={of} ids={ids} />
        </>
      )}
    </div>
  );
}

const toggleRow = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** Takes the last step back, as long as it was about this kind. */
function UndoButton({ of, onUndone }: { readonly of: ComparedKind; readonly onUndone: (words: string) => void }) {
  const canUndo = useCanUndo(comparedKind[of].marked);
  return (
    <Button
      look="ghost"
      aria-disabled={!canUndo}
      onClick={() => {
        if (!canUndo) return;
        const undone = undoMarks();
        const names = (undone?.ids ?? []).map((id) => toName(of, id));
        onUndone(names.length === 1 ? `Undone: ${names[0]}.` : 'Undone.');
      }}
    >
      <Undo2 aria-hidden className="size-3.5" />
      Undo
    </Button>
  );
}
