import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { proofOf } from '../../search/lookups/proof.ts';
import { toFilterLines, type FilterLine } from './filter-lines.ts';
import type { Configuration } from './queries.ts';

type AlertCardProps = {
  readonly configuration: Configuration;
  readonly paused: boolean;
  /** What can be done with it; nothing where the service only lets us read. */
  readonly children?: ReactNode;
};

/** A saved alert: its rhythm and every filter, those too that only a foreign service knows. */
export function AlertCard({ configuration, paused, children }: AlertCardProps) {
  const { configuration_name: name, frequency, description } = configuration;
  const lines = toFilterLines(configuration);
  return (
    <li className="grid gap-2 rounded-[10px] border border-line bg-panel px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h2 className={`text-[14px] font-semibold ${paused ? 'text-ink-2' : ''}`}>{name ?? 'Unnamed alert'}</h2>
        <span className="text-[11.5px] text-ink-3">{(frequency ?? 'no rhythm given').toLowerCase()}</span>
        {paused && <span className="rounded-[5px] bg-warn-soft px-1.5 text-[11.5px] leading-5 text-warn">paused</span>}
        <div className="flex gap-1 wide:ml-auto">{children}</div>
      </div>
      {description && <p className="max-w-[72ch] text-ink-2">{description}</p>}
      {lines.length === 0 ? (
        <p className="text-ink-3">No filter is set, so every deal matches.</p>
      ) : (
        <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-4 gap-y-1">
          {lines.map((line) => (
            <div key={line.name} className="contents">
              <dt className="text-ink-3">{line.name}</dt>
              <dd className="wrap-anywhere">
                <Values line={line} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Permalinks by their names, found by free look-ups; as they are until then, and where nothing is found. */
function Values({ line: { values, field } }: { readonly line: FilterLine }) {
  const proofs = useQueries({
    queries: (field === undefined ? [] : values).map((permalink) =>
      proofOf(field === 'location' ? 'location' : 'industry', {
        permalink,
        kind: field === 'super category' ? 'SUPER_CATEGORY' : '',
        name: permalink,
      }),
    ),
  });
  return values
    .map((value, index) => {
      const proof = proofs[index]?.data;
      return proof?.state === 'proved' ? proof.as.name : value;
    })
    .join(', ');
}
