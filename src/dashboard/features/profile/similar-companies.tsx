import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { type CompanyRecord, unlockedCompanies } from '../../library/records/records.ts';
import { describeBusiness } from '../../platform/about-company.ts';
import { buyStored, storedQuery, readArrivedResponse } from '../../library/records/stored-query.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { RaisedCell, RoundBadge } from '../../search/record/cells.tsx';
import { RecordName } from '../../search/record/profile-link.tsx';
import { LoadButton } from '../../search/record/unlock-buttons.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { rankSimilar } from './similar.ts';

/** Companies of one search, and of the list. */
const maxSimilar = 10;

type SimilarCompaniesProps = { readonly company: CompanyRecord };

/** Companies that do something similar: unlocked ones at once, and at a price the closest that the service has. */
export function SimilarCompanies({ company }: SimilarCompaniesProps) {
  const client = useQueryClient();
  const version = unlockedCompanies.useVersion();
  const found = useQuery(storedSimilar(company.id));
  const known = useMemo(
    () => (version < 0 ? [] : rankSimilar(company, listUnlocked(), maxSimilar)),
    [version, company],
  );
  const description = company.short_description ?? company.long_description;
  const ids = found.data ?? known;
  return (
    <ProfileBlock
      title="Similar companies"
      basis={
        found.data
          ? 'The closest by description, of all companies'
          : known.length > 0
            ? 'Of the companies you have unlocked'
            : undefined
      }
      at={found.data && found.dataUpdatedAt}
      foot={
        description !== null &&
        found.data === undefined && (
          <LoadButton
            label={`Find the ${maxSimilar} most similar`}
            // One row more: the company itself is the best match.
            tenths={calculatePrice(searchCompanies.cost, maxSimilar + 1)}
            onLoad={(authorization) => findSimilar(authorization, client, company.id, description)}
          />
        )
      }
    >
      {ids.length === 0 ? (
        <p className="text-ink-3">
          {found.data ? 'The service has no similar company.' : 'None of the companies you have unlocked is similar.'}
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

/** The ids of the companies that the service found; a query that sends no request. */
const storedSimilar = (id: string): ReturnType<typeof storedQuery<string[]>> =>
  storedQuery(['similar companies', id], z.array(z.string()));

async function findSimilar(
  authorization: SpendAuthorization,
  client: QueryClient,
  id: string,
  description: string,
): Promise<void> {
  const options = storedSimilar(id);
  const queryFn = async () => {
    const arrived = await readArrivedResponse(options, 'companies');
    if (arrived) return arrived;
    const { data } = await sendPaid(authorization, searchCompanies, {
      body: { search_query: description, page_size: maxSimilar + 1 },
    });
    const companies = data.companies ?? [];
    unlockedCompanies.add(companies.map((one) => ({ ...one, similarity: null })));
    return companies.flatMap((one) => (one.id === id ? [] : [one.id])).slice(0, maxSimilar);
  };
  await buyStored(client, options, queryFn);
}
