import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCount } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { useKeepFocus } from '../../platform/ui/use-focus.ts';
import { countRemaining } from '../fetch/search-results.ts';
import { BatchLine, formatEndNote } from '../results/load-more.tsx';
import { countExported, describeNarrowing, type ExportFormat, type ExportSource, saveRows } from './export.ts';
import { pricePage } from '../fetch/fetch-results.ts';

export type ExportSheetProps<R extends GridRow> = ExportSource<R> & { readonly onClose: () => void };

const formats: readonly (readonly [ExportFormat, name: string, about: string])[] = [
  ['csv', 'CSV', 'for every spreadsheet; its manifest is a second file'],
  ['xlsx', 'XLSX', 'a workbook with the manifest as its second sheet'],
  ['json', 'JSON', 'rows and manifest in one file'],
];

/** Saves the rows on the screen as a file for nothing, or buys what is missing first, in one priced step. */
export function ExportSheet<R extends GridRow>({ onClose, ...source }: ExportSheetProps<R>) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { said, save, buyAndSave } = useExport(source, format);
  const { resource, search, answer, table } = source;
  const { batch, pending } = search;
  const remaining = table.selected.length > 0 ? 0 : (countRemaining(answer) ?? 0);
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
          {narrowedBy.length > 0 ? `; ${narrowedBy.join(', ')}` : ', as they stand on the screen'}. The manifest records
          the search, date, counts and data source. Notes are not exported.
        </p>
        {isRunning ? (
          <BatchLine batch={batch} loaded={answer.bought} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button ref={button} look="primary" aria-disabled={count === 0} onClick={() => count > 0 && save()}>
              Export {formatCount(count, table.selected.length > 0 ? 'selected row' : 'row')}, free
            </Button>
            {remaining > 0 && (
              <PricedButton
                upTo
                tenths={pricePage(resource, remaining)}
                pending={pending}
                onConfirm={(authorization) => void buyAndSave(authorization, remaining)}
              >
                Load the remaining {remaining.toLocaleString('en-US')} and export
              </PricedButton>
            )}
          </div>
        )}
        <output className="text-ink-2 empty:hidden">{said || (batch ? formatEndNote(batch) : '')}</output>
      </div>
    </Sheet>
  );
}

/** Writing a file, at once or when the rest has come. */
function useExport<R extends GridRow>(source: ExportSource<R>, format: ExportFormat) {
  const [said, setSaid] = useState('');
  const waits = useRef(false);
  const save = async () => {
    try {
      setSaid(await saveRows(source, format));
    } catch (error) {
      setSaid(`No file was written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const buyAndSave = async (authorization: SpendAuthorization, rows: number) => {
    setSaid('');
    waits.current = true;
    const end = await source.search.onMore(authorization, rows);
    if (end !== 'complete') waits.current = false;
    if (end === 'failed') setSaid('The purchase failed and no file was written. Loaded rows are unlocked.');
  };
  const write = useEffectEvent(save);
  const isWhole = countRemaining(source.answer) === 0;
  // The rows are in view only after the render that the last page causes.
  useEffect(() => {
    if (!waits.current || !isWhole) return;
    waits.current = false;
    void write();
  }, [isWhole]);
  return { said, save: () => void save(), buyAndSave };
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
