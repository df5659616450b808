import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  formatOrigin,
  maxProvenance,
  type ProvenanceKind,
  type RecordProvenance,
  readRecordSources,
} from '#contract/sources.ts';
import { formatDayOf } from '../platform/format.ts';
import { readConnected } from '../platform/http/connection.ts';
import { Button } from '../platform/ui/button.tsx';
import { LoadingLines } from '../platform/ui/loading.tsx';
import { SafeLink } from '../platform/ui/safe-link.tsx';
import { sendFree } from '../spending/send-free.ts';

/** Whether the service says where records come from: only our own does. */
export const areSourcesKnown = (): boolean => (readConnected()?.sources.length ?? 0) > 0;

/** Where records come from, by id; free. */
export async function fetchProvenance(
  kind: ProvenanceKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordProvenance>> {
  const found = new Map<string, RecordProvenance>();
  for (let at = 0; at < ids.length; at += maxProvenance) {
    const { data } = await sendFree(readRecordSources, { body: { kind, ids: ids.slice(at, at + maxProvenance) } });
    for (const record of readRecordSources.data.parse(data).records) found.set(record.id, record);
  }
  return found;
}

const originQuery = (kind: ProvenanceKind, id: string) =>
  queryOptions({
    queryKey: ['sources', kind, id],
    staleTime: 600_000,
    queryFn: async () => (await fetchProvenance(kind, [id])).get(id) ?? null,
  });

type OriginProps = { readonly kind: ProvenanceKind; readonly id: string };

/** Where a record comes from, on demand: sources with file, row and day, and which one each fact is from. Free. */
export function RecordOrigin({ kind, id }: OriginProps) {
  const [isOpen, setOpen] = useState(false);
  if (!areSourcesKnown()) return null;
  return (
    <details className="text-12" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 text-ink-2">Where this comes from</summary>
      {isOpen && (
        <div className="pt-1.5">
          <OriginFacts kind={kind} id={id} />
        </div>
      )}
    </details>
  );
}

function OriginFacts({ kind, id }: OriginProps) {
  const { data: record, isPending, isError, refetch } = useQuery(originQuery(kind, id));
  if (isPending) return <LoadingLines />;
  if (isError) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        The sources could not be read. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    );
  }
  if (!record) return <p className="text-ink-2">The data does not have this record any more.</p>;
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1.5">
        {record.sources.map((source) => (
          <li key={source.key}>
            <SafeLink to={source.address}>{source.title}</SafeLink>
            <p className="text-ink-3 tabular-nums">
              {[formatOrigin(source), `imported ${formatDayOf(source.imported_at)}`, source.licence]
                .filter(Boolean)
                .join(', ')}
            </p>
            {source.reason !== null && <p className="text-ink-3">Same record by {source.reason}</p>}
          </li>
        ))}
      </ul>
      {record.facts.length > 0 && <FactTable record={record} />}
    </div>
  );
}

function FactTable({ record: { sources, facts } }: { readonly record: RecordProvenance }) {
  const name = (keys: readonly string[]) =>
    keys.map((key) => sources.find((source) => source.key === key)?.title ?? key).join(', ');
  return (
    <table className="w-full text-left">
      <thead className="text-ink-3">
        <tr>
          <th className="py-0.5 pr-3 font-normal">Fact</th>
          <th className="py-0.5 pr-3 font-normal">From</th>
          <th className="py-0.5 font-normal">Differs in</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ fact, from, differs }) => (
          <tr key={fact} className="border-t border-line align-top">
            <td className="py-0.5 pr-3">{fact}</td>
            <td className="py-0.5 pr-3">{name(from) || 'All sources together'}</td>
            <td className="py-0.5 text-ink-3">{name(differs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
