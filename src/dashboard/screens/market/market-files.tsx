import { Copy, FileSpreadsheet, Printer } from 'lucide-react';
import { useState } from 'react';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { Market } from '#contract/market.ts';
import { escapeMarkdown } from '#contract/markdown.ts';
import { formatCount, formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { copyText, saveFile } from '../../platform/ui/copy-and-save.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { buildWorkbook } from '../searches/kit/export/file-formats.ts';
import { describeQuery } from '../searches/kit/query/sentence.ts';
import type { SourcedMarket } from '../searches/kit/record/market-figures.ts';
import type { Cell } from '../searches/kit/table/grid-column.ts';
import { type BlockTable, formatBlockMarkdown } from './block-table.ts';
import { joinSentence, writeClockSentence } from './clock-sentence.ts';
import { useMarket } from './market-context.tsx';
import { blockGroups, type BlockGroup, type BlockName } from './market-requests.ts';
import type { MarketUrl } from './market-url.ts';
import { describeSelection, readSelection } from './selection.ts';
import {
  buildClockTable,
  buildGraduationTable,
  buildLeadsTable,
  buildSizesTable,
  buildWhereTable,
  buildWindowTable,
} from './tables.ts';
import { addSource } from './unlocked-source.tsx';

const builders: Record<BlockName, (market: Market, url: MarketUrl) => BlockTable> = {
  clock: buildClockTable,
  sizes: buildSizesTable,
  graduation: buildGraduationTable,
  where: buildWhereTable,
  leads: buildLeadsTable,
  window: buildWindowTable,
};
const sheetNames: Record<BlockName, string> = {
  clock: 'Clock',
  sizes: 'Round sizes',
  graduation: 'Graduation',
  where: 'Where',
  leads: 'Who leads',
  window: 'In the window',
};

type LoadedFigures = Readonly<Record<BlockGroup, SourcedMarket | undefined>>;

/** The tables of the blocks whose figures have arrived, by the name of the block. */
const listBlockTables = (loaded: LoadedFigures, url: MarketUrl): [BlockName, BlockTable][] =>
  (Object.keys(builders) as BlockName[]).flatMap((name) => {
    const market = loaded[blockGroups[name]];
    return market ? [[name, addSource(builders[name](market, url), market, name)]] : [];
  });

/** What was asked, as of which day, and where the deals are from. */
export function listFacts(loaded: LoadedFigures, url: MarketUrl): (readonly [name: string, Cell])[] {
  const market = loaded.sizes ?? loaded.clock;
  const selection = readSelection(url.mark);
  const sources = readConnected()?.sources.map(({ title, licence }) => `${title} (${licence})`) ?? [];
  return [
    ['Question', `${describeQuery(dealCatalogue, url)}.`],
    ...(market
      ? ([
          ['As known on', formatShortDay(market.known_on)],
          ['Deals', market.total],
        ] as const)
      : []),
    ...(market && selection.length > 0
      ? ([['Selected', `${describeSelection(selection)}: ${formatCount(market.within, 'deal')}`]] as const)
      : []),
    ['Days', 'UTC'],
    ['Sources', [...(readConnected()?.demo === true ? ['Demo data'] : []), ...sources].join(', ')],
  ];
}

/** The whole screen as Markdown. */
function formatMarket(loaded: LoadedFigures, url: MarketUrl): string {
  const clock = loaded.clock?.clock;
  const sentence = clock ? joinSentence(writeClockSentence(clock, url.measure, url.period)) : '';
  const facts = listFacts(loaded, url).map(
    ([name, value]) => `- **${escapeMarkdown(name)}**: ${escapeMarkdown(String(value))}`,
  );
  return [
    '# Market',
    facts.join('\n'),
    ...listBlockTables(loaded, url).map(([name, table]) =>
      formatBlockMarkdown(table, name === 'clock' ? sentence : ''),
    ),
  ].join('\n\n');
}

/** Prints the screen, saves it as XLSX with a sheet per block, or copies it as Markdown. */
export function MarketFiles() {
  const { url, figures } = useMarket();
  const [message, setMessage] = useState('');
  const loaded = Object.fromEntries(Object.entries(figures).map(([group, { data }]) => [group, data])) as LoadedFigures;
  const saveWorkbook = async () => {
    const sheets = listBlockTables(loaded, url).map(([name, table]) => {
      // The basis follows the rows, as a last line of its own.
      const basis = [table.basis, ...table.heads.slice(1).map(() => null)];
      return [sheetNames[name], { ...table, rows: [...table.rows, table.heads.map(() => null), basis] }] as const;
    });
    const name = `market-${formatUtcDay()}.xlsx`;
    saveFile(name, await buildWorkbook(sheets, listFacts(loaded, url)));
    setMessage(`Written to ${name}`);
  };
  const copy = async () => {
    const isCopied = await copyText(formatMarket(loaded, url));
    setMessage(isCopied ? 'Copied as Markdown' : 'The browser did not allow copying');
  };
  return (
    <span className="flex items-center gap-1.5 print:hidden">
      <output className="text-11.5 text-ink-3 empty:hidden">{message}</output>
      <Overflow label="More actions">
        <ActionButton variant="ghost" Icon={FileSpreadsheet} onPress={() => void saveWorkbook()}>
          Save as XLSX
        </ActionButton>
        <ActionButton variant="ghost" Icon={Copy} onPress={() => void copy()}>
          Copy all as Markdown
        </ActionButton>
        <ActionButton variant="ghost" Icon={Printer} onPress={() => window.print()}>
          Print
        </ActionButton>
      </Overflow>
    </span>
  );
}
