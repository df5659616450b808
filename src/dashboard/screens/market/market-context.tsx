import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { formatUtcDay } from '../../platform/format.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { readServiceTime } from '../../platform/http/service-clock.ts';
import { useUrl, type WriteMode } from '../../platform/url/url.ts';
import type { SourcedMarket } from '../searches/kit/record/market-figures.ts';
import { type BlockGroup, type BlockName, blockQuery } from './market-requests.ts';
import { type MarketUrl, marketUrl } from './market-url.ts';
import { findSelecting, readSelection, type Marks, type SelectingBlock } from './selection.ts';

/** The figures of a group of blocks, as they arrive. */
type BlockFigures = UseQueryResult<SourcedMarket>;

function useMarketState() {
  const { value, unread, write } = useUrl(marketUrl);
  const url = value;
  const change = (part: Partial<MarketUrl>, how?: WriteMode) => write({ ...url, ...part }, how);
  const selection = useMemo(() => readSelection(url.mark), [url.mark]);
  // What is requested depends on the service.
  useConnected();
  const figures: Record<BlockGroup, BlockFigures> = {
    clock: useQuery(blockQuery('clock', url)),
    sizes: useQuery(blockQuery('sizes', url)),
    graduation: useQuery(blockQuery('graduation', url)),
    where: useQuery(blockQuery('where', url)),
    leads: useQuery(blockQuery('leads', url)),
  };
  const [tables, setTables] = useState<ReadonlySet<BlockName>>(new Set());
  const [pictured, setPictured] = useState<BlockName>();
  return {
    url,
    unread,
    change,
    selection,
    selecting: findSelecting(selection) satisfies SelectingBlock | undefined,
    /** Selects; a selection in place of another is no step of its own. */
    select: (next: Marks) => change({ mark: [...next] }, selection.length > 0 ? 'replace' : 'step'),
    /** The day on which the figures are as they were known. */
    knownOn: url.known ?? formatUtcDay(readServiceTime()),
    figures,
    /** The blocks that are shown as tables. */
    tables,
    toggleTable: (block: BlockName) =>
      setTables(
        (before) => new Set([...before].filter((one) => one !== block).concat(before.has(block) ? [] : [block])),
      ),
    /** The block whose picture is shown before it is copied. */
    pictured,
    setPictured,
  };
}

const MarketContext = createContext<ReturnType<typeof useMarketState> | undefined>(undefined);

/** Reads the figures of the question in the address, for all blocks. */
export const MarketProvider = ({ children }: { readonly children: ReactNode }) => (
  <MarketContext value={useMarketState()}>{children}</MarketContext>
);

/** The question, day and selection of the screen, how to change them, and the figures of its blocks. */
export function useMarket() {
  const state = use(MarketContext);
  if (!state) throw new Error('This component needs a MarketProvider around it.');
  return state;
}
