import { formatGrouped } from '../../platform/format.ts';
import { SavedLink, readNewRows, useSearches } from '../../screens/searches/kit/saved/searches.tsx';

/** The Saved screen lists all of them. */
const maxListed = 12;

/** The saved searches in the navigation, with the number of new rows; empty when none is saved. */
export function SavedList() {
  const searches = useSearches();
  if (searches.length === 0) return null;
  return (
    <section aria-label="Saved searches" className="grid min-h-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)]">
      <h2 className="px-2 pb-1 text-11 font-[550] text-ink-3">Saved searches</h2>
      <ul className="grid grid-cols-1 content-start gap-0.5 scroll-y">
        {searches.slice(0, maxListed).map((saved) => {
          const total = readNewRows(saved)?.total ?? 0;
          return (
            <li key={saved.id}>
              <SavedLink
                saved={saved}
                className="flex min-h-7 items-center justify-between gap-2 rounded-[7px] px-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line)]"
              >
                <span className="truncate" title={saved.name}>
                  {saved.name}
                </span>
                {total > 0 && (
                  <span className="count-badge">
                    {formatGrouped(total)}
                    <span className="sr-only"> new</span>
                  </span>
                )}
              </SavedLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
