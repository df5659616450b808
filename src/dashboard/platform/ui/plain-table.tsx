import type { ReactNode } from 'react';

/** A column of a small table. */
export type PlainColumn<Row> = {
  readonly name: string;
  /** Width and alignment of its cells, and where it is shown. */
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
};

type PlainTableProps<Row> = {
  /** Its name for screen readers. */
  readonly caption: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly toKey: (row: Row) => string;
};

/** A small table that neither sorts nor scrolls. */
export const PlainTable = <Row,>({ caption, columns, rows, toKey }: PlainTableProps<Row>) => (
  <table className="w-full max-w-190">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="border-b border-line text-left text-11.5 text-ink-3">
        {columns.map(({ name, className = '' }) => (
          <th key={name} scope="col" className={`py-1 pr-3 font-medium last:pr-0 ${className}`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={toKey(row)} className="border-b border-line">
          {columns.map(({ name, className = '', cell }) => (
            <td key={name} className={`py-1.5 pr-3 last:pr-0 ${className}`}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
