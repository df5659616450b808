import { useId, useRef, useState } from 'react';
import { toCount } from '../format.ts';
import { readConnected } from '../session/config.ts';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../ui/button.tsx';
import type { SearchAnswer } from './answer.ts';
import type { ExportFormat } from './export.ts';
import type { Question } from './question.ts';
import type { Resource } from './resource.ts';
import type { TableState } from './results-head.tsx';

type ExportButtonProps<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly question: Question;
  readonly answer: SearchAnswer;
  readonly answeredAt: number;
  readonly table: TableState<R>;
};

const formats: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'CSV'],
  ['xlsx', 'XLSX'],
  ['json', 'JSON'],
];

/** Saves the rows on the screen, or those selected, as a file, and says how many it wrote; nothing is asked. */
export function ExportButton<R extends GridRow>(props: ExportButtonProps<R>) {
  const id = useId();
  const format = useRef<HTMLSelectElement>(null);
  const [said, setSaid] = useState('');
  const { selected } = props.table;
  const save = async () => {
    try {
      setSaid(await saveRows(props, (format.current?.value ?? 'csv') as ExportFormat));
    } catch (error) {
      setSaid(`Nothing was written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <label htmlFor={id} className="sr-only">
        File format
      </label>
      <select ref={format} id={id} className="h-8 rounded-[7px] border border-edge bg-panel px-1.5">
        {formats.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Button onClick={() => void save()}>
        Export{selected.length > 0 ? ` ${selected.length.toLocaleString('en-US')} selected` : ''}
      </Button>
      <output className="text-[11.5px] text-ink-3 empty:hidden">{said}</output>
    </span>
  );
}

async function saveRows<R extends GridRow>(
  { resource, question, answer, answeredAt, table }: ExportButtonProps<R>,
  format: ExportFormat,
): Promise<string> {
  const { saveFile, toFiles, toManifest, toSheet } = await import('./export.ts');
  const { view } = table.arranged;
  const shown = Array.from({ length: view.count }, (_, at) => view.rowAt(at));
  const rows = shown.filter((row) => row !== undefined);
  const chosen = table.selected.length > 0 ? rows.filter(({ id }) => table.selection.ids.has(id)) : rows;
  const facts = { rows: chosen.length, total: answer.total, answeredAt, connected: readConnected() };
  const manifest = toManifest(resource, question, facts);
  const name = `${resource.name}-${new Date().toISOString().slice(0, 10)}`;
  const files = await toFiles(format, toSheet(resource.exported, chosen), manifest);
  for (const [ending, blob] of files) saveFile(`${name}.${ending}`, blob);
  return `${toCount(chosen.length, 'row')} written to ${name}.${files[0]?.[0] ?? format}`;
}
