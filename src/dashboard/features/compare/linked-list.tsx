import { formatCount } from '../../platform/format.ts';
import type { ComparedKind } from '../../search/record/compare-address.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { NamedId } from '../../platform/url/ids.ts';
import { takeOver, useShortlist } from './shortlist.ts';
import { formatFact } from './shortlist-export.ts';
import { comparedKind, toName } from './measures.ts';

type LinkedListProps = {
  readonly of: ComparedKind;
  readonly list: readonly string[];
  /** Notes of the link, by id. */
  readonly notes: readonly NamedId[];
  readonly onClose: () => void;
};

/** The shortlist in a shared link, which the user can add to their own. */
export function LinkedList({ of, list, notes, onClose }: LinkedListProps) {
  const { one, many, marked } = comparedKind[of];
  const own = useShortlist(marked);
  const noteOf = new Map(notes.map(({ id, name }) => [id, name]));
  const ids = [...new Set(list)];
  return (
    <section aria-label="Shortlist of this link" className="grid gap-2.5 border-b border-line bg-accent-soft p-4">
      <h2 className="text-[14px] font-semibold">Shortlist of this link, {formatCount(ids.length, one, many)}</h2>
      <ol className="grid gap-1.5">
        {ids.map((id, place) => (
          <li key={id} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
            <span aria-hidden className="text-right text-ink-2 tabular-nums">
              {place + 1}
            </span>
            <span>
              <b className="font-semibold">{toName(of, id)}</b>
              <span className="text-ink-2"> {formatFact(of, id)}</span>
              {noteOf.has(id) && <span className="block whitespace-pre-line">{noteOf.get(id)}</span>}
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-1.5">
        <Button
          onClick={() => {
            takeOver(marked, own, ids, noteOf);
            onClose();
          }}
        >
          Add to my shortlist
        </Button>
        <Button look="ghost" onClick={onClose}>
          Dismiss
        </Button>
      </div>
      <p className="text-[12px] text-ink-2">
        Your shortlist changes only when you add it. The added records come first, and your notes stay.
      </p>
    </section>
  );
}
