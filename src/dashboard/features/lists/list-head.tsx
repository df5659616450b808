import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { toCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { Enrichment } from './enriched.ts';
import type { ListLine } from '../../library/lists/lines.ts';
import type { List } from '../../library/lists/lists.ts';
import type { Table } from '../../library/lists/read-table.ts';

type ListHeadProps = {
  readonly list: List;
  readonly table: Table;
  readonly lines: readonly ListLine[];
  readonly enrichment: Enrichment;
};

/** The name of a list, the file that it came from, and the way to its enriched file. */
export function ListHead({ list, table, lines, enrichment }: ListHeadProps) {
  const [said, setSaid] = useState('');
  const save = async () => {
    const { saveEnriched } = await import('./enriched.ts');
    setSaid(`${toCount(lines.length, 'line')} written to ${saveEnriched(list.name, table, lines, enrichment)}`);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 pt-3.5 pb-2.5">
      <title>{`${list.name}, Fundscope`}</title>
      <Link
        to="/lists"
        aria-label="All lists"
        title="All lists"
        className="-ml-1.5 grid size-7 place-items-center rounded-[7px] text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
      </Link>
      <h1 className="min-w-0 truncate text-[19px] font-[640] tracking-[-0.02em]">{list.name}</h1>
      <span className="text-[11.5px] text-ink-3 tabular-nums">
        {list.fileName}, {list.encoding}, {toCount(lines.length, 'line')}
      </span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wide:ml-auto">
        <output className="text-[11.5px] text-ink-3 empty:hidden">{said}</output>
        <Button onClick={() => void save()}>Save enriched CSV</Button>
      </div>
    </div>
  );
}
