import { useId, type KeyboardEvent } from 'react';
import { findTags, parseTag, useStatuses, type StatusKind } from './marks.ts';

type TagFieldProps = { readonly kind: StatusKind; readonly onTag: (tag: string) => void };

/** Takes one tag with Enter; those in use are offered. */
export function TagField({ kind, onTag }: TagFieldProps) {
  const id = useId();
  const marks = useStatuses(kind);
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tag = parseTag(event.currentTarget.value);
    if (tag === '') return;
    event.currentTarget.value = '';
    onTag(tag);
  };
  return (
    <>
      <input
        aria-label="Tag the selected rows"
        placeholder="Tag, then Enter"
        list={id}
        autoComplete="off"
        className="field-box h-8 w-32 px-2.5 text-[13px] text-ink"
        onKeyDown={add}
      />
      <datalist id={id}>
        {findTags(marks).map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  );
}
