import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { useUrl } from '../../platform/url/use-url.ts';
import { HistoryList } from './history-list.tsx';
import { SearchesList } from './searches-list.tsx';

const savedUrl = z.object({ view: z.literal('history').optional() });

const views = [
  { view: undefined, name: 'Saved searches' },
  { view: 'history', name: 'History' },
] as const;

/** Saved searches, and every question ever asked. */
export function SavedPage() {
  const { value } = useUrl(savedUrl);
  return (
    <div className="flex min-h-0 grow flex-col">
      <title>{`${value.view ? 'History' : 'Saved searches'}, Fundscope`}</title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 pt-3.5 pb-2">
        <h1 className="text-[19px] font-[640] tracking-[-0.02em]">{value.view ? 'History' : 'Saved searches'}</h1>
        <nav aria-label="Views" className="flex rounded-[7px] border border-line bg-sunken p-0.5">
          {views.map(({ view, name }) => (
            <Link
              key={name}
              to="/saved"
              search={(view ? { view: [view] } : {}) as never}
              aria-current={view === value.view ? 'page' : undefined}
              className="flex min-h-7 items-center rounded-[5px] px-2.5 font-medium text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink"
              activeOptions={{ exact: true }}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      {value.view ? <HistoryList /> : <SearchesList />}
    </div>
  );
}
