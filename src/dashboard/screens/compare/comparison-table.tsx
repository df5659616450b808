import { Bookmark, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBadge } from '../../records/lists/list-badge.tsx';
import { ResultsAge } from '../../records/provenance.tsx';
import type { ComparedKind } from '../searches/kit/record/compare-button.tsx';
import { IconButton } from '../../platform/ui/button.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { type ComparedCell, comparedKind, type ComparedRow, type ComparedSection, getRecordName } from './measures.ts';
import { setShortlisted } from './shortlist.tsx';

type ComparisonTableProps = {
  readonly caption: string;
  readonly sections: readonly ComparedSection[];
  /** The head of each column, by the id of its record. */
  readonly heads: readonly (readonly [id: string, head: ReactNode])[];
};

const firstColumn = 'sticky left-0 z-10 bg-ground pr-3 text-left font-normal';

/** Records side by side, one column each; the bars of a row share one scale. */
export function ComparisonTable({ caption, sections, heads }: ComparisonTableProps) {
  return (
    <table
      className="w-full table-fixed border-separate border-spacing-0"
      // Two fit on a phone.
      style={{ minWidth: `${heads.length > 2 ? 8 + heads.length * 9 : 22}rem` }}
    >
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col className="w-28 wide:w-40" />
        {heads.map(([id]) => (
          <col key={id} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td className={`${firstColumn} top-0 z-20 border-b border-line`}>
            <span className="sr-only">Measure</span>
          </td>
          {heads.map(([id, head]) => (
            <th
              key={id}
              scope="col"
              className="sticky top-0 z-10 border-b border-line bg-ground pr-4 pb-2 text-left align-top font-normal"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {sections.map(({ title, basis, rows }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={heads.length + 1} className="pt-5 pb-1.5 text-left">
              <span className="font-semibold">{title}</span>
              {basis !== undefined && <span className="ml-2 text-11.5 font-normal text-ink-3">{basis}</span>}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.name} row={row} ids={heads.map(([id]) => id)} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row, ids }: { readonly row: ComparedRow; readonly ids: readonly string[] }) {
  return (
    <tr>
      <th scope="row" className={`${firstColumn} border-t border-line py-1.5 align-top text-ink-2`}>
        {row.name}
      </th>
      {row.cells.map((cell, at) => (
        <td key={ids[at]} className="h-row border-t border-line py-1.5 pr-4 align-top">
          <CellContent cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function CellContent({ cell }: { readonly cell: ComparedCell }) {
  if (cell.kind === 'blank') return <span className="sr-only">locked</span>;
  if (cell.kind === 'text') return <span className="break-words">{cell.text}</span>;
  if (cell.kind === 'unknown')
    return <span className={`block text-ink-3 ${cell.isText ? '' : 'text-right'}`}>{cell.text}</span>;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_3.75rem] items-center gap-2.5">
      <span aria-hidden className="h-2.5 border-l border-edge">
        <i className="block h-full rounded-r-xs bg-stage-4" style={{ width: `${cell.share * 100}%` }} />
      </span>
      <span className="text-right font-medium tabular-nums">{cell.text}</span>
    </span>
  );
}

type ColumnHeadProps = {
  readonly of: ComparedKind;
  readonly id: string;
  readonly listed: boolean;
  readonly onRemove: () => void;
};

/** The head of a column: the record, the age of its data, and its place in the shortlist. */
export function ColumnHead({ of, id, listed, onRemove }: ColumnHeadProps) {
  const { unlocked, kind } = comparedKind[of];
  const name = getRecordName(of, id);
  const at = unlocked.readTime(id);
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-1">
        <ProfileLink
          kind={kind}
          id={id}
          className="inline-flex min-h-6 min-w-0 items-center text-14 leading-tight font-semibold break-words hover:text-accent-ink"
        >
          {name}
        </ProfileLink>
        <span className="max-tablet:-mt-2.5">
          <IconButton isSmall Icon={X} label={`Remove ${name} from the comparison`} onPress={onRemove} />
        </span>
      </div>
      <span className="text-11.5 text-ink-3 first-letter:uppercase">
        {at !== undefined ? <ResultsAge at={at} /> : unlocked.isUnknown(id) ? 'No record' : 'locked'}
      </span>
      {of === 'companies' && <ListBadge companyId={id} />}
      <button
        type="button"
        aria-pressed={listed}
        aria-label={`Shortlist ${name}`}
        className={`inline-flex h-6 items-center gap-1.5 justify-self-start rounded-[5px] px-1.5 text-12 ${listed ? 'bg-accent-soft text-accent-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink'}`}
        onClick={() => setShortlisted(kind, id, !listed)}
      >
        <Bookmark aria-hidden className={`size-3.5 ${listed ? 'fill-current' : ''}`} />
        {listed ? 'Shortlisted' : 'Shortlist'}
      </button>
    </div>
  );
}
