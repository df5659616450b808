import { DayField } from '../../platform/form/day-field.tsx';
import { type KeyboardEvent, type ReactNode, useCallback, useId } from 'react';
import { Author } from './authors.tsx';
import { describeReaders } from './authorship.ts';
import { buildStageChange, findStageId, useStages } from './stages.ts';
import { findTags, normalizeTag, readStatusOf, setStatus, useStatuses } from './statuses.ts';
import { X } from 'lucide-react';
import { useMembership } from '../../platform/http/membership.ts';
import { isComposing } from '../../platform/form/composing.ts';
import type { RecordStatus, StatusKind } from '#contract/workspace/statuses.ts';

type StatusEditorProps = { readonly kind: StatusKind; readonly id: string };

/** Stage, follow-up, tags and a note of any record; saved with every keystroke. */
export function StatusEditor({ kind, id }: StatusEditorProps) {
  const fieldId = useId();
  const statuses = useStatuses(kind);
  const status = statuses.get(id) ?? readStatusOf(kind, id);
  const { tags, note } = status;
  const add = useCallback(
    (field: HTMLInputElement) => {
      const tag = normalizeTag(field.value);
      field.value = '';
      const { tags: before } = readStatusOf(kind, id);
      if (tag !== '' && !before.includes(tag)) setStatus(kind, id, { tags: [...before, tag] });
    },
    [kind, id],
  );
  // Escape and Back remove the field without a blur.
  const addWhenRemoved = useCallback((field: HTMLInputElement) => () => add(field), [add]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key !== 'Enter' && event.key !== ',') || isComposing(event)) return;
    event.preventDefault();
    add(event.currentTarget);
  };
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <StageFields kind={kind} id={id} status={status} />
      <Author kind={kind} id={id} part="status" what="Stage by" />
      <div>
        <label htmlFor={`${fieldId}-tag`} className="mb-1 block text-12 font-semibold">
          Tags
        </label>
        <div className="field-box flex min-h-8 flex-wrap items-center gap-1 p-1">
          {tags.map((tag) => (
            <span key={tag} className="inline-flex h-6 items-center rounded-[5px] bg-sunken pl-1.5 text-12">
              {tag}
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                className="grid size-6 place-items-center text-ink-3 hover:text-ink"
                onClick={() => setStatus(kind, id, { tags: tags.filter((one) => one !== tag) })}
              >
                <X aria-hidden className="size-3" />
              </button>
            </span>
          ))}
          <input
            ref={addWhenRemoved}
            id={`${fieldId}-tag`}
            list={`${fieldId}-tags`}
            autoComplete="off"
            placeholder={tags.length === 0 ? 'Write a tag, then Enter' : ''}
            className="h-6 min-w-24 grow rounded-[5px] bg-transparent px-1.5 outline-offset-0"
            onBlur={({ currentTarget }) => add(currentTarget)}
            onKeyDown={onKeyDown}
          />
          <datalist id={`${fieldId}-tags`}>
            {findTags(statuses)
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
          </datalist>
        </div>
      </div>
      <NoteField id={fieldId} of={{ kind, id }} note={note} />
    </div>
  );
}

type NoteFieldProps = { readonly id: string; readonly of: StatusEditorProps; readonly note: string };

/** The note on a record, and who can read it. */
function NoteField({ id: field, of: { kind, id }, note }: NoteFieldProps) {
  const membership = useMembership();
  return (
    <div>
      <label htmlFor={`${field}-note`} className="mb-1 block text-12 font-semibold">
        Note
      </label>
      <textarea
        id={`${field}-note`}
        value={note}
        rows={3}
        maxLength={20_000}
        aria-describedby={`${field}-readers`}
        className="field-box w-full resize-y px-2.5 py-1.5"
        onChange={({ target }) => setStatus(kind, id, { note: target.value })}
      />
      <p id={`${field}-readers`} className="text-11.5 text-ink-3">
        {describeReaders(membership)}
      </p>
      <Author kind={kind} id={id} part="note" what="Note by" />
    </div>
  );
}

type StageFieldsProps = { readonly kind: StatusKind; readonly id: string; readonly status: RecordStatus };

const fieldClass = 'field-box h-8 w-full min-w-0 px-2';

/** The stage of a record, its owner, the next step, and its due date. */
function StageFields({ kind, id, status }: StageFieldsProps) {
  const stages = useStages();
  const change = (part: Partial<RecordStatus>) => setStatus(kind, id, part);
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <LabelledField label="Stage">
        <select
          value={findStageId(status, stages) ?? ''}
          className={fieldClass}
          onChange={({ target }) => change(buildStageChange(target.value === '' ? null : target.value))}
        >
          <option value="">None</option>
          {stages.map((stage) => (
            <option key={stage.id} value={stage.id}>
              {stage.name}
            </option>
          ))}
        </select>
      </LabelledField>
      <LabelledField label="Owner">
        <input
          value={status.owner}
          maxLength={80}
          className={fieldClass}
          onChange={({ target }) => change({ owner: target.value })}
        />
      </LabelledField>
      <LabelledField label="Next step">
        <input
          value={status.next}
          maxLength={200}
          className={fieldClass}
          onChange={({ target }) => change({ next: target.value })}
        />
      </LabelledField>
      <div className="grid grid-cols-1 content-start gap-1">
        <span aria-hidden className="text-12 font-semibold">
          Date
        </span>
        <DayField label="Date" value={status.due ?? ''} onDay={(day) => change({ due: day === '' ? null : day })} />
      </div>
    </div>
  );
}

function LabelledField({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="grid grid-cols-1 gap-1">
      <span className="text-12 font-semibold">{label}</span>
      {children}
    </label>
  );
}
