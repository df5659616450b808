import type { ReactNode } from 'react';
import type { ImportPreview } from '#contract/imports.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { PlainTable } from '../../platform/ui/plain-table.tsx';

const shownDoubts = 6;
const number = 'text-right tabular-nums whitespace-nowrap';
const formatAmount = (amount: number, currency: string | null) =>
  `${formatGrouped(amount)} ${currency ?? 'of unknown currency'}`;

/** What a file would bring: counts, doubts, sums, the largest rounds and the most frequent investors. */
export function ImportSummary({ preview }: { readonly preview: ImportPreview }) {
  const { name, rows, counts, sums, largest, frequent, doubts } = preview;
  const parts = [
    formatCount(counts.deals, 'round'),
    formatCount(counts.companies, 'company', 'companies'),
    formatCount(counts.investors, 'investor'),
    ...(counts.people > 0 ? [formatCount(counts.people, 'person', 'people')] : []),
  ];
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <p className="font-semibold wrap-anywhere">
          {name}: {parts.join(', ')}, from {formatCount(counts.rows, 'row')}
        </p>
        <p className="text-ink-2">{rows}</p>
      </div>
      <Doubts doubts={doubts} />
      {sums.length > 0 && (
        <Part title="Raised by year and currency">
          <PlainTable
            caption="Raised by year and currency"
            rows={sums}
            toKey={({ year, currency }) => `${year} ${currency}`}
            columns={[
              { name: 'Year', cell: ({ year }) => year ?? 'No date' },
              { name: 'Rounds', className: number, cell: ({ deals }) => formatGrouped(deals) },
              {
                name: 'Raised',
                className: number,
                cell: ({ amount, currency }) => (amount === 0 ? 'Unknown' : formatAmount(amount, currency)),
              },
            ]}
          />
        </Part>
      )}
      {largest.length > 0 && (
        <Part title="Largest rounds">
          <PlainTable
            caption="Largest rounds"
            rows={largest}
            toKey={({ company, date, type, amount }) => `${company} ${date} ${type} ${amount}`}
            columns={[
              { name: 'Company', className: 'wrap-anywhere', cell: ({ company }) => company },
              { name: 'Date', className: 'whitespace-nowrap tabular-nums', cell: ({ date }) => date ?? 'No date' },
              { name: 'Raised', className: number, cell: ({ amount, currency }) => formatAmount(amount, currency) },
            ]}
          />
        </Part>
      )}
      {frequent.length > 0 && (
        <Part title="Most frequent investors">
          <p className="text-ink-2">
            {frequent.map(({ investor, deals }) => `${investor} (${formatGrouped(deals)})`).join(', ')}
          </p>
        </Part>
      )}
    </div>
  );
}

function Doubts({ doubts }: { readonly doubts: readonly string[] }) {
  if (doubts.length === 0) return null;
  const list = (texts: readonly string[]) => (
    <ul className="grid list-disc gap-1 pl-4 text-12 text-ink-2">
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="grid gap-1">
      <h3 className="text-12 font-semibold">Look at this first</h3>
      {list(doubts.slice(0, shownDoubts))}
      {doubts.length > shownDoubts && (
        <details>
          <summary className="text-12 text-ink-3">{formatCount(doubts.length - shownDoubts, 'more note')}</summary>
          {list(doubts.slice(shownDoubts))}
        </details>
      )}
    </div>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details>
    <summary className="text-12 font-semibold">{title}</summary>
    <div className="pt-1">{children}</div>
  </details>
);
