import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCount } from '../../../../platform/format.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { useKeepFocus } from '../../../../platform/ui/use-browser.ts';
import { priceRows } from '../fetch/buy-rows.ts';
import { countRemaining } from '../fetch/stored-results.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import { BatchLine, formatEndNote } from '../results/load-more.tsx';
import {
  describeNarrowing,
  type ExportOptions,
  type ExportSource,
  findExported,
  listIds,
  needsOrigins,
} from './export.ts';
import { OptionFields } from './export-options.tsx';
import { toError } from '../../../../platform/http/api-error.ts';
import { useIsMetered } from '../../../../platform/http/connection.ts';
import { fetchProvenance } from '../../../../records/origin.tsx';

type ExportSheetProps<R extends GridRow> = Pick<ExportSource<R>, 'display' | 'state' | 'results'> & {
  readonly onClose: () => void;
};

/** Exports the loaded rows for free, or loads the missing rows first, at a price. */
export function ExportSheet<R extends GridRow>({ onClose, ...rows }: ExportSheetProps<R>) {
  const { resource, query, place } = useSearchQuery();
  const { batch, pending } = useResults();
  const source = { resource, query, place, ...rows };
  const isMetered = useIsMetered();
  const [options, setOptions] = useState<ExportOptions>({
    format: 'csv',
    columns: 'screen',
    details: false,
    notes: false,
    sources: false,
    crm: 'attio',
    owner: '',
    since: '',
  });
  const { message, save, loadAndSave } = useExport(source, options);
  const { results, state } = source;
  const remaining = state.selected.length > 0 ? 0 : (countRemaining(results) ?? 0);
  const narrowedBy = describeNarrowing(source, options);
  const origins = useOrigins(source, options);
  const count = findExported(source, options, origins.data).length;
  const isRunning = batch !== undefined && batch.end === undefined;
  const content = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useKeepFocus(content, isRunning);
  return (
    <Sheet title="Export" initialFocus={button} onClose={onClose}>
      <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-3.5 p-4 outline-none">
        <OptionFields source={source} options={options} onChange={setOptions} />
        {origins.isError ? (
          <p className="flex flex-wrap items-center gap-2 text-ink-2">
            The days on which rows were added could not be read.{' '}
            <Button onClick={() => void origins.refetch()}>Try again</Button>
          </p>
        ) : (
          <p className="text-ink-2 tabular-nums">
            {origins.isLoading
              ? 'Reading when these rows were added.'
              : `${count.toLocaleString('en-US')} of ${formatCount(state.ids.length, 'loaded row')}${
                  narrowedBy.length > 0 ? `; ${narrowedBy.join(', ')}` : ', in the order on screen'
                }.`}
          </p>
        )}
        {isRunning ? (
          <BatchLine batch={batch} loaded={results.loaded} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button ref={button} variant="primary" aria-disabled={count === 0} onClick={() => count > 0 && save()}>
              Export {formatCount(count, state.selected.length > 0 ? 'selected row' : 'row')}
              {isMetered && ', free'}
            </Button>
            {remaining > 0 && (
              <PricedButton
                upTo
                tenths={priceRows(source, remaining)}
                pending={pending}
                onConfirm={(authorization) => void loadAndSave(authorization, remaining)}
              >
                {`Load ${remaining.toLocaleString('en-US')} more and export`}
              </PricedButton>
            )}
          </div>
        )}
        <output className="text-ink-2 empty:hidden">{message || (batch ? formatEndNote(batch) : '')}</output>
      </div>
    </Sheet>
  );
}

/** When rows were added, where the options need it and the service has to be asked; free. */
function useOrigins<R extends GridRow>(source: ExportSource<R>, options: ExportOptions) {
  const kind = source.resource.statusKind;
  const ids = listIds(source);
  return useQuery({
    queryKey: ['sources', kind, ids],
    staleTime: 600_000,
    enabled: needsOrigins(source, options),
    queryFn: () => fetchProvenance(kind, ids),
  });
}

/** Saves a file at once, or after the remaining rows are loaded. */
function useExport<R extends GridRow>(source: ExportSource<R>, options: ExportOptions) {
  const { loadMore } = useResults();
  const [message, setMessage] = useState('');
  const savePending = useRef(false);
  const save = async () => {
    try {
      const { saveRows } = await import('./save-rows.ts');
      setMessage(await saveRows(source, options));
    } catch (error) {
      setMessage(`No file was written: ${toError(error).message}`);
    }
  };
  const loadAndSave = async (authorization: SpendAuthorization, rows: number) => {
    setMessage('');
    savePending.current = true;
    const end = await loadMore(authorization, rows);
    if (end !== 'complete') savePending.current = false;
    if (end === 'failed') setMessage('The purchase failed and no file was written. Loaded rows are unlocked.');
  };
  const write = useEffectEvent(save);
  const { results } = source;
  // The last page is read after it was bought.
  const isWhole = countRemaining(results) === 0 && results.ids.length === results.rows;
  useEffect(() => {
    if (!savePending.current || !isWhole) return;
    savePending.current = false;
    void write();
  }, [isWhole]);
  return { message, save: () => void save(), loadAndSave };
}
