import { Copy, Image, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { Market } from '#contract/market.ts';
import { formatShortDay } from '../../platform/format.ts';
import { ApiError, isStillReading } from '../../platform/http/api-error.ts';
import { describeError } from '../../platform/http/error-text.ts';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';
import { ScrolledTable } from '../searches/kit/charts/chart.tsx';
import { isFilterSet, type SearchQuery, withoutFilter } from '../searches/kit/query/search-query.ts';
import { type BlockTable, formatCell, formatBlockMarkdown } from './block-table.ts';
import { useMarket } from './market-context.tsx';
import { PictureSheet, writePictureBasis } from './picture-sheet.tsx';
import { blockGroups, type BlockName } from './market-requests.ts';
import type { MarketUrl } from './market-url.ts';
import { addSource, explainMissing } from './unlocked-source.tsx';

type MarketBlockProps = {
  readonly block: BlockName;
  readonly title: string;
  /** A sentence in place of the title. */
  readonly headline?: ReactNode;
  /** The sentence as text, for Markdown. */
  readonly toSentence?: (market: Market) => string;
  /** Switches next to the title. */
  readonly tools?: ReactNode;
  readonly toTable: (market: Market) => BlockTable;
  /** The height of what is shown, so that nothing moves when it arrives. */
  readonly minHeight: string;
  readonly className?: string;
  readonly children: (market: Market) => ReactNode;
};

/** A block of figures: its own loading and failure, the same figures as a table, as Markdown and as a picture. */
export function MarketBlock({ block, title, toSentence, tools, toTable, ...rest }: MarketBlockProps) {
  const { minHeight, className = '', children } = rest;
  const { figures, tables, toggleTable, pictured, setPictured, knownOn } = useMarket();
  const { data, error, isPlaceholderData, isFetching } = figures[blockGroups[block]];
  const id = useId();
  const asTable = tables.has(block);
  const table = data && addSource(toTable(data), data, block);
  const missing = data && explainMissing(data, block);
  const hasFailed = error !== null && !data;
  const headline = missing || hasFailed ? undefined : rest.headline;
  return (
    <section
      data-block={block}
      aria-labelledby={id}
      aria-busy={isFetching}
      className={`@container flex min-w-0 flex-col rounded-lg border border-line-2 bg-ground break-inside-avoid ${className}`}
    >
      <header className="flex min-h-10.5 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-3.5">
        <h2 id={id} className={headline === undefined ? 'text-13 font-semibold whitespace-nowrap' : 'sr-only'}>
          {title}
        </h2>
        {headline !== undefined && <div className="min-w-0 grow basis-80 @max-[36rem]:basis-full">{headline}</div>}
        {tools && <Tools>{tools}</Tools>}
        <span
          className={`ml-auto flex items-center print:hidden ${headline === undefined ? '' : '@max-[36rem]:hidden'}`}
        >
          <IconButton
            isSmall
            Icon={Table2}
            label="Show as table"
            aria-keyshortcuts="T"
            aria-pressed={asTable}
            aria-disabled={!table}
            onPress={() => toggleTable(block)}
          />
          <IconButton
            isSmall
            Icon={Image}
            label="Copy picture"
            aria-keyshortcuts="P"
            aria-haspopup="dialog"
            aria-disabled={!table}
            onPress={() => setPictured(block)}
          />
          <CopyMarkdown text={data && table && (() => formatBlockMarkdown(table, toSentence?.(data)))} />
        </span>
      </header>
      <div
        className={`flex grow flex-col ${isPlaceholderData ? 'opacity-60' : ''} transition-opacity`}
        style={missing || hasFailed || data?.within === 0 ? undefined : { minHeight }}
      >
        {hasFailed ? (
          <BlockFailure block={block} />
        ) : !data || !table ? (
          <Skeleton isChart={block === 'clock'} />
        ) : missing ? (
          <p className="px-3.5 text-ink-2">{missing}</p>
        ) : data.within === 0 ? (
          <NoDeals hasAction={block === 'clock'} />
        ) : asTable ? (
          <TableView table={table} />
        ) : (
          children(data)
        )}
      </div>
      <p className="px-3.5 pt-2 pb-2.5 text-11 leading-4 text-ink-3 tabular-nums">
        {table?.basis ?? (error ? '' : `Counting deals as known on ${formatShortDay(knownOn)}.`)}
      </p>
      {pictured === block && data && table && (
        <PictureSheet
          title={table.title}
          sentence={toSentence?.(data) ?? ''}
          basis={writePictureBasis(table, data.known_on, block === 'clock')}
        >
          {children(data)}
        </PictureSheet>
      )}
    </section>
  );
}

const Tools = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-1.5 print:hidden @max-[24rem]:order-last @max-[24rem]:w-full @max-[24rem]:[&_fieldset]:grow @max-[24rem]:[&_fieldset>button]:grow @max-[24rem]:[&_fieldset>button]:justify-center">
    {children}
  </div>
);

const barHeights = [46, 52, 49, 58, 61, 57, 66, 63, 70, 68, 74, 72, 79, 76, 64, 30];

/** Where the figures will be, after a moment. */
const Skeleton = ({ isChart }: { readonly isChart: boolean }) => (
  <div className="flex grow flex-col px-3.5">
    <p className="sr-only">Counting deals</p>
    {isChart ? (
      <div aria-hidden className="flex grow appear-late items-end gap-[2%] border-b border-edge pt-10">
        {barHeights.map((height) => (
          <i key={height} className="grow bg-mute" style={{ height: `${height}%` }} />
        ))}
      </div>
    ) : (
      <div aria-hidden className="grid min-h-0 grow basis-0 appear-late content-start gap-2.5 overflow-hidden">
        {barHeights.map((height) => (
          <i key={height} className="h-4 rounded bg-mute" style={{ width: `${height + 20}%` }} />
        ))}
      </div>
    )}
  </div>
);

type BlockFailureProps = { readonly block: BlockName };

/** What failed, while the other blocks stay. */
function BlockFailure({ block }: BlockFailureProps) {
  const { error, refetch } = useMarket().figures[blockGroups[block]];
  if (isStillReading(error)) {
    return (
      <output className="px-3.5 text-ink-2">
        The service is still reading its data into memory. The figures follow by themselves.
      </output>
    );
  }
  const text = error instanceof ApiError ? describeError(error).title : (error?.message ?? '');
  return (
    <div role="alert" className="grid justify-items-start gap-2 px-3.5">
      <p>These figures did not load. {text}.</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  );
}

const words = { copied: 'Copied as Markdown', failed: 'The browser did not allow copying' };

/** Copies the figures as Markdown. */
function CopyMarkdown({ text }: { readonly text: (() => string) | undefined }) {
  const [outcome, setOutcome] = useState<keyof typeof words>();
  return (
    <>
      <IconButton
        isSmall
        Icon={Copy}
        label={outcome ? words[outcome] : 'Copy as Markdown'}
        aria-disabled={!text}
        onPress={() => text && void copyText(text()).then((done) => setOutcome(done ? 'copied' : 'failed'))}
      />
      <output className="sr-only">{outcome && words[outcome]}</output>
    </>
  );
}

/** The figures of a block as a plain table. */
function TableView({ table: { title, heads, formats, rows } }: { readonly table: BlockTable }) {
  const align = (at: number) => (formats[at] === undefined || formats[at] === 'day' ? 'text-left' : 'text-right');
  return (
    <ScrolledTable title={title} className="max-h-120 px-3.5 print:max-h-none">
      <table aria-label={title} className="w-full text-12 tabular-nums">
        <thead>
          <tr className="border-b border-line text-11.5 text-ink-3">
            {heads.map((head, at) => (
              <th key={head} className={`py-1 pr-3 font-medium last:pr-0 ${align(at)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(' ')} className="border-b border-line">
              {row.map((cell, at) => (
                <td key={heads[at]} className={`py-1 pr-3 whitespace-nowrap last:pr-0 ${align(at)}`}>
                  {formatCell(cell, formats[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}

/** That the question matches no deals; one of the blocks has the action. */
function NoDeals({ hasAction }: { readonly hasAction: boolean }) {
  const { url, change } = useMarket();
  const set = dealCatalogue.filters.filter((filter) => isFilterSet(filter, url));
  const clear = () =>
    change({ ...(set.reduce<SearchQuery>((left, filter) => withoutFilter(filter, left), url) as MarketUrl), mark: [] });
  return (
    <div className="px-3.5">
      <EmptyState
        title="No deals match"
        action={
          hasAction &&
          set.length > 0 && (
            <Button variant="primary" onClick={clear}>
              {set.length === 1 ? 'Remove the filter' : 'Remove all filters'}
            </Button>
          )
        }
      />
    </div>
  );
}
