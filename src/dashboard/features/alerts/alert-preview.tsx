import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { toCount, toMoney } from '../../platform/format.ts';
import { useDebounced } from '../../search/lookups/use-debounced.ts';
import { toRoundName } from '../../platform/rounds.ts';
import { previewed } from './account-queries.ts';
import { alertDraft } from './alert-draft.ts';
import type { EditorForm } from './alert-editor.tsx';

const restMilliseconds = 250;
const mostShown = 3;

/** What the filters of the form match in the last 30 UTC days, as they are set; free. */
export function AlertPreview({ form }: { readonly form: EditorForm }) {
  const draft = useWatch({ control: form.control });
  // A name is not needed to see what matches.
  const read = alertDraft.safeParse({ ...draft, name: 'preview', description: '' });
  const filters = useDebounced(JSON.stringify(read.data?.filters), restMilliseconds);
  const { data, error, isFetching } = useQuery({
    ...previewed(JSON.parse(filters ?? '{}') as Parameters<typeof previewed>[0]),
    enabled: filters !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Preview" aria-busy={isFetching} className="grid gap-1.5 rounded-[9px] bg-sunken px-3 py-2">
      <output className="font-semibold tabular-nums">
        {error
          ? `The preview failed: ${error.message}`
          : data
            ? `${toCount(data.total, 'deal')} in the last 30 days`
            : 'Looking'}
      </output>
      <ul className="grid gap-0.5 text-[12px] text-ink-2 empty:hidden">
        {(data?.deals ?? []).slice(0, mostShown).map(({ id, company, round, usd }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="truncate">
              {company}, {toRoundName({ type: round })}
            </span>
            <span className="shrink-0 tabular-nums">{usd === null ? 'undisclosed' : toMoney(usd)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
