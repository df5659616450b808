import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCount } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { priceRows } from '../fetch/fetch-results.ts';
import { countRemaining } from '../fetch/search-results.ts';
import { BatchLine, formatEndNote } from '../results/load-more.tsx';
import { countExported, describeNarrowing, type ExportFormat, type ExportSource, saveRows } from './export.ts';

export type ExportSheetProps<R extends GridRow> = ExportSource<R> & { readonly onClose: () => void };

const formats: readonly (readonly [ExportFormat, name: string, about: string])[] = [
  ['csv', 'CSV', 'for every spreadsheet; its manifest is a second file'],
  ['xlsx', 'XLSX', 'a workbook with the manifest as its second sheet'],
  ['json', 'JSON', 'rows and manifest in one file'],
];

/** Exports the loaded rows for free, or loads the missing rows first, at a price. */
export function ExportSheet<R extends GridRow>({ onClose, ...source }: ExportSheetProps<R>) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { message, save, loadAndSave } = useExport(source, format);
  const { search, results, table } = source;
  const { batch, pending } = search;
  const remaining = table.selected.length > 0 ? 0 : (countRemaining(results) ?? 0);
  const narrowedBy = describeNarrowing(source);
  const count = countExported(table);
  const isRunning = batch !== undefined && batch.end === undefined;
  const content = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useKeepFocus(content, isRunning);
  return (
    <Sheet title="Export" initialFocus={button} onClose={onClose}>
      <div ref={content} tabIndex={-1} className="grid gap-3.5 p-4 outline-none">
        <FormatChoice format={format} onChoose={setFormat} />
        <p className="text-ink-2 tabular-nums">
          {count.toLocaleString('en-US')} of {formatCount(table.ids.length, 'loaded row')}
          {narrowedBy.length > 0 ? `; ${narrowedBy.join(', ')}` : ', in the order on screen'}. The manifest records the
          search, date, counts and data source. Notes are not exported.
        </p>
        {isRunning ? (
          <BatchLine batch={batch} loaded={results.bought} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button ref={button} look="primary" aria-disabled={count === 0} onClick={() => count > 0 && save()}>
              Export {formatCount(count, table.selected.length > 0 ? 'selected row' : 'row')}, free
            </Button>
            {remaining > 0 && (
              <PricedButton
                upTo
                tenths={priceRows(search, remaining)}
                pending={pending}
                onConfirm={(authorization) => void loadAndSave(authorization, remaining)}
              >
                Load the remaining {remaining.toLocaleString('en-US')} and export
              </PricedButton>
            )}
          </div>
        )}
        <output className="text-ink-2 empty:hidden">{message || (batch ? formatEndNote(batch) : '')}</output>
      </div>
    </Sheet>
  );
}

/** Saves a file at once, or after the remaining rows are loaded. */
function useExport<R extends GridRow>(source: ExportSource<R>, format: ExportFormat) {
  const [message, setMessage] = useState('');
  const savePending = useRef(false);
  const save = async () => {
    try {
      setMessage(await saveRows(source, format));
    } catch (error) {
      setMessage(`No file was written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const loadAndSave = async (authorization: SpendAuthorization, rows: number) => {
    setMessage('');
    savePending.current = true;
    const end = await source.search.onMore(authorization, rows);
    if (end !== 'complete') savePending.current = false;
    if (end === 'failed') setMessage('The purchase failed and no file was written. Loaded rows are unlocked.');
  };
  const write = useEffectEvent(save);
  const isWhole = countRemaining(source.results) === 0;
  // The rows are in view only after the render with the last page.
  useEffect(() => {
    if (!savePending.current || !isWhole) return;
    savePending.current = false;
    void write();
  }, [isWhole]);
  return { message, save: () => void save(), loadAndSave };
}

type FormatChoiceProps = { readonly format: ExportFormat; readonly onChoose: (format: ExportFormat) => void };

function FormatChoice({ format, onChoose }: FormatChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">File format</legend>
      {formats.map(([value, name, about]) => (
        <label key={value} className="flex min-h-6 cursor-pointer items-baseline gap-2">
          <input
            type="radio"
            name="format"
            className="translate-y-0.5 accent-accent"
            checked={format === value}
            onChange={() => onChoose(value)}
          />
          <span>
            {name} <span className="text-[12px] text-ink-3">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
