import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchCompanies } from '#contract/companies.ts';
import type { SearchRequest } from '#contract/workspace/searches.ts';
import { type CompanyRecord, unlockedCompanies } from '../../records/records.ts';
import { describeBusiness } from '../../platform/about-company.ts';
import { buySearch } from '../../spending/buy.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { showStoredSearch, useStoredRequest } from '../searches/kit/fetch/stored-results.ts';
import { RaisedCell, RoundBadge } from '../searches/kit/record/cells.tsx';
import { RecordName } from '../searches/kit/record/profile-link.tsx';
import { LoadButton } from '../../spending/load-button.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { rankSimilar, withoutWeak } from './similar.ts';
import { priceOf } from '../../spending/price.ts';

/** Companies of one search, and of the list. */
const maxSimilar = 10;

type SimilarCompaniesProps = { readonly company: CompanyRecord };

/** Companies that do something similar: unlocked ones at once, and at a price the closest that the service has. */
export function SimilarCompanies({ company }: SimilarCompaniesProps) {
  const client = useQueryClient();
  const version = unlockedCompanies.useVersion();
  const request = buildSimilarRequest(company.short_description ?? company.long_description);
  const found = useStoredRequest(request);
  const closest = found?.ids.filter((id) => id !== company.id).slice(0, maxSimilar);
  const similar = found && closest ? withoutWeak(closest, found.figures) : undefined;
  const hidden = (closest?.length ?? 0) - (similar?.length ?? 0);
  const known = useMemo(
    () => (version < 0 ? [] : rankSimilar(company, listUnlocked(), maxSimilar)),
    [version, company],
  );
  const ids = similar ?? known;
  return (
    <ProfileBlock
      title="Similar companies"
      basis={
        similar
          ? `The closest by description, of all companies${hidden > 0 ? `; ${hidden} weak hidden` : ''}`
          : known.length > 0
            ? 'Of the companies you have unlocked'
            : undefined
      }
      at={found ? Date.parse(found.loaded_at) : undefined}
      foot={
        request &&
        similar === undefined && (
          <LoadButton
            // One row more: the company itself is the best match.
            tenths={priceOf(searchCompanies.cost, maxSimilar + 1)}
            onLoad={(authorization) => findSimilar(authorization, client, request)}
          >
            {`Find the ${maxSimilar} most similar`}
          </LoadButton>
        )
      }
    >
      {ids.length === 0 ? (
        <p className="text-ink-3">
          {similar ? 'The service has no similar company.' : 'None of the companies you have unlocked is similar.'}
        </p>
      ) : (
        <ul className="grid">
          {ids
            .flatMap((id) => unlockedCompanies.read(id) ?? [])
            .map((one) => (
              <li key={one.id} className="flex min-h-8 min-w-0 items-center gap-3 border-b border-line last:border-0">
                <span className="flex max-w-[45%] shrink-0">
                  <RecordName kind="company" id={one.id} />
                </span>
                <span className="min-w-0 grow truncate text-ink-2">
                  {describeBusiness(one.name ?? '', one.short_description)}
                </span>
                {one.latest_deal && (
                  <span className="flex shrink-0 items-center gap-3 max-tablet:hidden">
                    <RoundBadge round={one.latest_deal} />
                    <RaisedCell deal={one.latest_deal} />
                  </span>
                )}
              </li>
            ))}
        </ul>
      )}
    </ProfileBlock>
  );
}

function* listUnlocked(): Iterable<CompanyRecord> {
  for (const { row } of unlockedCompanies.rows()) yield row;
}

/** The search by meaning for companies like one; undefined where nothing is known of what it does. */
const buildSimilarRequest = (description: string | null): SearchRequest | undefined =>
  description === null ? undefined : { resource: 'companies', body: { search_query: description }, via: null };

async function findSimilar(
  authorization: SpendAuthorization,
  client: QueryClient,
  request: SearchRequest,
): Promise<void> {
  showStoredSearch(client, request, await buySearch(authorization, { ...request, rows: maxSimilar + 1 }));
}
