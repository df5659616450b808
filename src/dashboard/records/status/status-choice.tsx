import { Bookmark, type LucideIcon, X } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { isComposing } from '../../platform/form/composing.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import type { RecordStatus, StatusKind, StatusValue } from '#contract/workspace/statuses.ts';
import { findTags, normalizeTag, useStatuses } from './statuses.ts';

type TagFieldProps = { readonly kind: StatusKind; readonly onTag: (tag: string) => void };

/** Adds a tag on Enter; existing tags are suggested. */
export function TagField({ kind, onTag }: TagFieldProps) {
  const id = useId();
  const statuses = useStatuses(kind);
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return;
    event.preventDefault();
    const tag = normalizeTag(event.currentTarget.value);
    if (tag === '') return;
    event.currentTarget.value = '';
    onTag(tag);
  };
  return (
    <>
      <input
        aria-label="Tag the selected rows"
        placeholder="Add a tag"
        list={id}
        autoComplete="off"
        className="field-box h-8 w-32 px-2.5 text-13 text-ink"
        onKeyDown={add}
      />
      <datalist id={id}>
        {findTags(statuses).map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  );
}

const choices: readonly (readonly [StatusValue, name: string, key: string, LucideIcon])[] = [
  ['shortlist', 'Shortlist', 'S', Bookmark],
  ['pass', 'Pass', 'X', X],
];

type StatusChoiceProps = {
  readonly status: RecordStatus['status'];
  /** Whether the keyboard shortcuts of the table do the same. */
  readonly withKeys?: boolean;
  readonly onStatus: (status: StatusValue) => void;
};

/** Shortlist and pass; pressing the current one removes it. */
export function StatusChoice({ status, withKeys, onStatus }: StatusChoiceProps) {
  return choices.map(([value, name, key, Icon]) => {
    const isCurrent = status === value;
    return (
      <Button
        key={value}
        aria-pressed={isCurrent}
        className="aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={() => onStatus(value)}
      >
        <Icon aria-hidden className={`size-3.5 ${isCurrent && value === 'shortlist' ? 'fill-current' : ''}`} />
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
