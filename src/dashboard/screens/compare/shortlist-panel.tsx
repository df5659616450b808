import { describeReaders } from '../../records/status/authorship.ts';
import { useMembership } from '../../platform/http/membership.ts';
import { ArrowDown, ArrowUp, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ListBadge } from '../../records/lists/list-badge.tsx';
import {
  setStatus,
  undoStatuses,
  useAreStatusesLoading,
  useCanUndo,
  useStatuses,
} from '../../records/status/statuses.ts';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { type ComparedKind, maxCompared } from '../searches/kit/record/compare-button.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { comparedKind, getRecordName } from './measures.ts';
import { ShortlistFiles, formatFact, moveTo, orderShortlist, setShortlisted, useShortlist } from './shortlist.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

type ShortlistPanelProps = {
  readonly of: ComparedKind;
  readonly compared: readonly string[];
  readonly onCompare: (ids: readonly string[]) => void;
};

/** The shortlist of a kind: ordered, with notes. */
export function ShortlistPanel({ of, compared, onCompare }: ShortlistPanelProps) {
  const { kind } = comparedKind[of];
  const ids = useShortlist(kind);
  const statuses = useStatuses(kind);
  const isLoading = useAreStatusesLoading();
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const move = (id: string, place: number) => {
    const next = moveTo(ids, id, place);
    if (next === ids) return;
    orderShortlist(kind, next);
    setMessage(`${getRecordName(of, id)} is now ${place + 1} of ${ids.length}.`);
  };
  const remove = (id: string) => {
    setShortlisted(kind, id, false);
    setMessage(`${getRecordName(of, id)} removed from the shortlist. Its note is kept.`);
    // The focused button was removed.
    heading.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 content-start gap-3 p-4">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-14 font-semibold outline-none">
          Shortlist <span className="font-normal text-ink-3 tabular-nums">{ids.length > 0 && ids.length}</span>
        </h2>
        <UndoButton of={of} onUndone={setMessage} />
      </div>
      <output className="text-12 text-ink-2 empty:hidden">{message}</output>
      {ids.length === 0 ? (
        <p className="text-ink-2">
          {isLoading ? <LoadingLines /> : `No ${of} shortlisted yet. Press Shortlist on a column or a table row.`}
        </p>
      ) : (
        <>
          <ol className="grid grid-cols-1 border-t border-line">
            {ids.map((id, place) => (
              <ShortlistLine
                key={id}
                of={of}
                id={id}
                place={place}
                last={ids.length - 1}
                note={statuses.get(id)?.note ?? ''}
                compared={compared.includes(id)}
                full={compared.length >= maxCompared}
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

/** Undoes the last step, where it was about this kind. */
function UndoButton({ of, onUndone }: { readonly of: ComparedKind; readonly onUndone: (words: string) => void }) {
  const canUndo = useCanUndo(comparedKind[of].kind);
  return (
    <Button
      variant="ghost"
      aria-disabled={!canUndo}
      onClick={() => {
        if (!canUndo) return;
        const undone = undoStatuses();
        const names = (undone?.ids ?? []).map((id) => getRecordName(of, id));
        onUndone(names.length === 1 ? `Undone: ${names[0]}.` : 'Undone.');
      }}
    >
      <Undo2 aria-hidden className="size-3.5" />
      Undo
    </Button>
  );
}

type ShortlistLineProps = {
  readonly of: ComparedKind;
  readonly id: string;
  readonly place: number;
  /** The last index of the list. */
  readonly last: number;
  readonly note: string;
  readonly compared: boolean;
  /** Whether the comparison is full. */
  readonly full: boolean;
  readonly onMove: (place: number) => void;
  readonly onAction: (action: 'remove' | 'compare') => void;
};

/** One record of the shortlist; Alt with an arrow key moves it while one of its controls has the focus. */
function ShortlistLine(props: ShortlistLineProps) {
  const readers = describeReaders(useMembership());
  const { of, id, place, last, note, compared, full, onMove, onAction } = props;
  const noteId = useId();
  const name = getRecordName(of, id);
  const facts = formatFact(of, id);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? place - 1 : place + 1);
  };
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 gap-y-1 border-b border-line py-2.5">
      <span aria-hidden className="pt-0.5 text-right text-ink-3 tabular-nums">
        {place + 1}
      </span>
      <div className="grid grid-cols-1 gap-1 pl-1.5">
        <div className="flex items-start gap-0.5">
          <ProfileLink
            kind={comparedKind[of].kind}
            id={id}
            className="inline-flex min-h-6 min-w-0 grow items-center gap-1.5 font-semibold hover:text-accent-ink"
          >
            <span className="truncate">{name}</span>
            {of === 'companies' && <ListBadge companyId={id} />}
          </ProfileLink>
          <IconButton
            isSmall
            Icon={ArrowUp}
            label={`Move ${name} up`}
            aria-disabled={place === 0}
            onPress={() => onMove(place - 1)}
            onKeyDown={handleKey}
          />
          <IconButton
            isSmall
            Icon={ArrowDown}
            label={`Move ${name} down`}
            aria-disabled={place === last}
            onPress={() => onMove(place + 1)}
            onKeyDown={handleKey}
          />
          <IconButton
            isSmall
            Icon={X}
            label={`Remove ${name} from the shortlist`}
            onPress={() => onAction('remove')}
            onKeyDown={handleKey}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2 text-12 text-ink-3 tabular-nums">
          <span>{facts}</span>
          <CheckBox
            className="text-ink-2"
            checked={compared}
            disabled={full && !compared}
            aria-label={`Compare ${name}`}
            onChange={() => onAction('compare')}
            onKeyDown={handleKey}
          >
            Compare
          </CheckBox>
        </div>
        <label htmlFor={noteId} className="sr-only">
          Note on {name}
        </label>
        <textarea
          id={noteId}
          value={note}
          rows={1}
          placeholder={`Add a note. ${readers}`}
          className="field-box field-sizing-content max-h-48 w-full resize-none px-2 py-1"
          onChange={({ target }) => setStatus(comparedKind[of].kind, id, { note: target.value })}
        />
      </div>
    </li>
  );
}
