import type { ComponentProps } from 'react';
import { fewestDeals, type Market } from '#contract/market.ts';
import { formatGrouped, formatMoney } from '../../platform/format.ts';
import { Segments } from '../../platform/ui/segments.tsx';
import { formatSignedChange } from './clock-sentence.ts';
import { MarketBlock } from './market-block.tsx';
import { useMarket } from './market-context.tsx';
import type { MarketUrl } from './market-url.ts';
import type { Mark } from './selection.ts';
import { buildWhereTable, findChange, formatTablePlace, sumOf } from './tables.ts';
import { useCellMarks } from './use-cell-marks.ts';

type Where = NonNullable<Market['where']>;
type Cell = Where['all'][number];
type Measure = MarketUrl['where'];

const measures = [
  ['deals', 'Deals'],
  ['amount', 'Amount'],
  ['change', 'Change'],
] as const;

/** Recent deals by country and industry, with their change in a year. */
export function WhereBlock() {
  const { url, change } = useMarket();
  return (
    <MarketBlock
      block="where"
      title="Where the activity is"
      tools={
        <Segments
          label="Figure of places"
          value={url.where}
          choices={measures}
          onChange={(next) => change({ where: next })}
        />
      }
      toTable={(market) => buildWhereTable(market, url)}
      minHeight="27rem"
    >
      {(market) =>
        market.where && market.where.deals > 0 ? (
          <HeatTable where={market.where} measure={url.where} />
        ) : (
          <p className="px-3.5 text-ink-2">No deals in these periods.</p>
        )
      }
    </MarketBlock>
  );
}

type HeatTableProps = { readonly where: Where; readonly measure: Measure };

/** How much a cell is, for its heat. */
const readHeat = (cell: Cell, measure: Measure): number =>
  measure === 'deals' ? cell.deals : measure === 'amount' ? cell.amount : Math.max(0, findChange(cell, 'deals') ?? 0);

function HeatTable({ where, measure }: HeatTableProps) {
  const { selection, select } = useMarket();
  const { industries, all } = where;
  const countries = where.countries.filter((one) => one.country !== null || one.all.deals > 0);
  const hottest = Math.max(1e-9, ...countries.flatMap(({ cells }) => cells.map((cell) => readHeat(cell, measure))));
  const toMark = (row: number, column: number): Mark[] => {
    const [country, industry] = [countries[row]?.country, industries[column]];
    return country && industry ? [{ kind: 'cell', country, industry }] : [];
  };
  const marked = new Set(
    selection.flatMap((mark) => (mark.kind === 'cell' ? `${mark.country.permalink} ${mark.industry.permalink}` : [])),
  );
  const isMarked = (row: number, column: number) =>
    marked.has(`${countries[row]?.country?.permalink} ${industries[column]?.permalink}`);
  const { readCell, message } = useCellMarks({
    rows: countries.length,
    columns: industries.length,
    describe: (row, column) =>
      `${formatTablePlace(industries[column] ?? null)} in ${formatTablePlace(countries[row]?.country ?? null)}`,
    isSelected: isMarked,
    onSelect: (cells) => select(cells.flatMap(([row, column]) => toMark(row, column))),
  });
  return (
    <div className="overflow-x-auto">
      <table
        role="grid"
        aria-label="Deals by country and industry"
        aria-multiselectable
        className="w-full min-w-170 table-fixed border-separate border-spacing-[2px] px-3 text-12 tabular-nums select-none"
      >
        <HeatHead industries={industries} />
        <tbody>
          {countries.map(({ country, cells, all: row }, at) => (
            <tr key={country?.permalink ?? ''}>
              <th
                scope="row"
                title={formatTablePlace(country)}
                className="sticky left-0 z-1 truncate bg-ground text-left font-medium text-ink-2"
              >
                {formatTablePlace(country)}
              </th>
              {cells.map((cell, column) => (
                <HeatCell
                  key={industries[column]?.permalink ?? ''}
                  cell={cell}
                  measure={measure}
                  share={readHeat(cell, measure) / hottest}
                  state={marked.size === 0 ? 'plain' : isMarked(at, column) ? 'selected' : 'off'}
                  control={readCell(at, column)}
                />
              ))}
              <td className="px-1.5">
                <CellFigures cell={row} measure={measure} />
              </td>
            </tr>
          ))}
          <tr>
            <th
              scope="row"
              className="sticky left-0 z-1 border-t border-line bg-ground py-1.5 text-left font-medium text-ink-2"
            >
              All
            </th>
            {[...all, sumOf(all)].map((cell, column) => (
              <td key={industries[column]?.permalink ?? column} className="border-t border-line px-1.5">
                <CellFigures cell={cell} measure={measure} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <output className="sr-only">{message}</output>
    </div>
  );
}

const HeatHead = ({ industries }: Pick<Where, 'industries'>) => (
  <thead>
    <tr className="text-11 text-ink-3">
      <th className="sticky left-0 z-1 w-26 bg-ground">
        <span className="sr-only">Country</span>
      </th>
      {industries.map((industry) => (
        <th
          key={industry?.permalink ?? ''}
          scope="col"
          title={formatTablePlace(industry)}
          className="max-w-0 truncate py-1 pl-1.75 text-left font-medium"
        >
          {formatTablePlace(industry)}
        </th>
      ))}
      <th scope="col" className="w-19 py-1 pl-1.75 text-left font-medium">
        All
      </th>
    </tr>
  </thead>
);

type HeatCellProps = {
  readonly cell: Cell;
  readonly measure: Measure;
  /** Its heat, 0 to 1. */
  readonly share: number;
  readonly state: 'plain' | 'selected' | 'off';
  readonly control: ComponentProps<'td'>;
};

const cellClasses = {
  plain: 'text-ink',
  selected: 'text-ink outline-[1.5px] -outline-offset-1 outline-accent outline-solid',
  off: 'text-ink-3',
};

const HeatCell = ({ cell, measure, share, state, control }: HeatCellProps) => (
  <td
    {...control}
    aria-selected={state === 'selected'}
    className={`h-7.25 cursor-crosshair rounded px-1.5 [print-color-adjust:exact] hover:outline-[1.5px] hover:-outline-offset-[1.5px] hover:outline-accent hover:outline-solid ${cellClasses[state]}`}
    style={{
      backgroundColor: `color-mix(in oklab, var(--color-heat) ${state === 'off' ? 0 : Math.round(66 * share)}%, var(--color-ground))`,
    }}
  >
    <CellFigures cell={cell} measure={measure} isOff={state === 'off'} />
  </td>
);

type CellFiguresProps = { readonly cell: Cell; readonly measure: Measure; readonly isOff?: boolean };

/** A figure and its change; small numbers have none. */
function CellFigures({ cell, measure, isOff = false }: CellFiguresProps) {
  const change = findChange(cell, measure === 'amount' ? 'amount' : 'deals');
  const [figure, aside] =
    measure === 'change'
      ? [change === null ? 'few' : formatSignedChange(change), formatGrouped(cell.deals)]
      : [
          measure === 'amount' ? formatMoney(cell.amount) : formatGrouped(cell.deals),
          change === null ? '' : formatSignedChange(change).replace('%', ''),
        ];
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-1">
      <b className={isOff || figure === 'few' ? 'font-[450]' : 'font-semibold'}>{figure}</b>
      <span title={change === null ? `Under ${fewestDeals} deals in either year` : undefined} className="text-11">
        {aside}
      </span>
    </span>
  );
}
