import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportLogEntry, readImports } from '#contract/imports.ts';
import { formatCount, formatUtcMinute } from '../../platform/format.ts';
import { Block } from '../../platform/ui/block.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';
import { sendFree } from '../../spending/send-free.ts';
import { importState } from './imports.ts';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

/** What the last imports did, by the state of the last one: its end makes it read again. */
const importLog = (state: string | undefined) =>
  queryOptions({
    queryKey: ['import', 'log', state],
    queryFn: async () => readImports.data.parse((await sendFree(readImports, { query: undefined })).data).imports,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const shownAtFirst = 5;

/** The last imports: records added, changed and gone, rows rejected and why. */
export function ImportLog() {
  const [isWhole, setWhole] = useState(false);
  const { data: state } = useQuery(importState);
  const { data: imports, isPending, isError, refetch } = useQuery(importLog(state?.state));
  return (
    <Block
      title="Last imports"
      basis="Imports from this page, and files that “fundscope import --watch” found in a folder."
    >
      {isPending && <LoadingLines />}
      {isError && (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          The log could not be read. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {imports?.length === 0 && (
        <EmptyState
          title="Nothing was imported yet"
          example={['companies.csv', '812 records added', '3 rows rejected', '28 Nov 2026']}
        >
          Choose a file above.
        </EmptyState>
      )}
      {imports && imports.length > 0 && (
        <ul className="grid gap-2">
          {imports.slice(0, isWhole ? undefined : shownAtFirst).map((entry) => (
            <LogLine key={`${entry.at} ${entry.file}`} entry={entry} />
          ))}
        </ul>
      )}
      {imports && imports.length > shownAtFirst && !isWhole && (
        <Button className="justify-self-start" onClick={() => setWhole(true)}>
          Show {formatCount(imports.length - shownAtFirst, 'more import')}
        </Button>
      )}
    </Block>
  );
}

function LogLine({ entry }: { readonly entry: ImportLogEntry }) {
  const { at, file, source, rejected, reasons, message } = entry;
  return (
    <li className="grid gap-0.5 border-t border-line pt-2 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-medium wrap-anywhere">
          {file} <span className="text-12 font-normal text-ink-3">{source}</span>
        </span>
        <time dateTime={at} className="text-12 text-ink-3 tabular-nums">
          {formatUtcMinute(at)} UTC
        </time>
      </div>
      {message === null ? (
        <p className="text-ink-2 tabular-nums">
          {formatCount(entry.added, 'record')} added, {entry.changed.toLocaleString('en-US')} changed,{' '}
          {entry.removed.toLocaleString('en-US')} removed, {formatCount(rejected, 'row')} rejected
        </p>
      ) : (
        <Failure message={message} />
      )}
      {reasons.length > 0 && (
        <details className="text-12">
          <summary className="min-h-6 text-ink-2">Why {formatCount(rejected, 'row was', 'rows were')} rejected</summary>
          <ul className="grid gap-0.5 pt-1 text-ink-2 tabular-nums">
            {reasons.map(({ reason, count, lines }) => (
              <li key={reason}>
                {count.toLocaleString('en-US')}: {reason}, line {lines.join(', ')}
                {count > lines.length && ' and more'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Why nothing changed; what follows the first line is hidden until it is asked for. */
function Failure({ message }: { readonly message: string }) {
  const [first, ...rest] = message.split('\n');
  return (
    <>
      <p className="text-bad">Nothing changed. {first}</p>
      {rest.length > 0 && (
        <details className="text-12">
          <summary className="min-h-6 text-ink-2">{formatCount(rest.length, 'more line')}</summary>
          <p className="pt-1 whitespace-pre-line text-ink-2">{rest.join('\n')}</p>
        </details>
      )}
    </>
  );
}
