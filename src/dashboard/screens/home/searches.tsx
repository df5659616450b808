import { Link, useNavigate } from '@tanstack/react-router';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import { formatGrouped } from '../../platform/format.ts';
import { useIsCounted } from '../../platform/http/connection.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { PricedButton } from '../../spending/priced-button.tsx';
import { findAddress, formatAddress } from '../searches/kit/query/search-query.ts';
import { dealTemplates } from '../searches/kit/resource/deal-templates.ts';
import type { TemplateValues } from '../searches/kit/resource/template.ts';
import { TemplateList } from '../searches/kit/resource/templates.tsx';
import { canCountNewRows, newRowsTenths, useFreeNewRows, useNewRows } from '../searches/kit/saved/new-rows.ts';
import { readNewRows, SavedLink, useAreSearchesLoading, useSearches } from '../searches/kit/saved/searches.tsx';
import { EmptyLine, TitledCard, cardLink, cardRow } from '../../platform/ui/titled-card.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

const maxTemplates = 3;
const templates = { templates: dealTemplates };

/** What to start with, until a search is saved. */
function Templates() {
  const navigate = useNavigate();
  const openDeals = (values: TemplateValues) => {
    const query = { ...findAddress(dealCatalogue).blank, ...values };
    void navigate({ to: '/deals', search: parseRawSearch(formatAddress(dealCatalogue, query)) });
  };
  return (
    <TitledCard title="Start from a question">
      <div className="px-2 pb-2">
        <TemplateList isPlain resource={templates} max={maxTemplates} onOpen={openDeals} />
      </div>
    </TitledCard>
  );
}

const maxSearches = 6;

/** The saved searches with their new rows. */
export function SavedSearches() {
  const searches = useSearches();
  const isLoading = useAreSearchesLoading();
  const { pending, failure, find } = useNewRows();
  const isCounted = useIsCounted();
  if (searches.length === 0 && !isLoading) return <Templates />;
  const checkable = isCounted ? [] : searches.filter(canCountNewRows);
  return (
    <TitledCard
      title="Saved searches"
      aside={
        checkable.length > 0 ? (
          <PricedButton
            isListed
            upTo
            variant="plain"
            tenths={newRowsTenths * checkable.length}
            pending={pending.size > 0}
            onConfirm={(authorization) => void find(authorization, checkable)}
          >
            Check for new
          </PricedButton>
        ) : (
          <Link to="/saved" className={cardLink}>
            View all
          </Link>
        )
      }
    >
      {failure && (
        <div className="border-t border-line p-2">
          <FailureNotice key={failure.message} failure={failure} />
        </div>
      )}
      {searches.slice(0, maxSearches).map((saved) => (
        <SearchRow key={saved.id} saved={saved} />
      ))}
      {searches.length > maxSearches && (
        <Link to="/saved" className={cardRow}>
          View all {searches.length}
        </Link>
      )}
      {searches.length === 0 && (
        <EmptyLine>
          <LoadingLines />
        </EmptyLine>
      )}
    </TitledCard>
  );
}

function SearchRow({ saved }: { readonly saved: SavedSearch }) {
  useFreeNewRows(saved);
  const found = readNewRows(saved);
  return (
    <SavedLink saved={saved} className={cardRow}>
      <span className="min-w-0 grow truncate font-medium">{saved.name}</span>
      {found?.total ? (
        <span className="shrink-0 count-badge">{formatGrouped(found.total)} new</span>
      ) : (
        found && <span className="shrink-0 text-11 text-ink-3">No change</span>
      )}
    </SavedLink>
  );
}
