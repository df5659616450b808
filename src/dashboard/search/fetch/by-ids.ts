import { calculatePrice } from '#contract/credits.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { noteReuse } from '../../purchase/journal.ts';
import type { SearchAnswer } from './search-results.ts';
import { sortIds, findSort } from '../resource/order.ts';
import { isFilterSet, buildBody, type SearchQuery } from '../query/search-query.ts';
import type { AnyResource, ResourceQuery } from '../resource/resource.ts';

/** The ids of a query that asks for nothing but pasted records, in an order that is known here; else undefined. */
export function toOnlyIds({ resource, query }: ResourceQuery): readonly string[] | undefined {
  const [filter, ...others] = resource.filters.filter((one) => isFilterSet(one, query));
  if (filter?.kind !== 'ids' || others.length > 0 || !findSort(resource, query.sort).figure) return undefined;
  return query[filter.keys[0]] as readonly string[];
}

/** The ids that have to be bought: a refresh buys all of them again, otherwise what is owned is left out. */
const toWantedIds = ({ owned }: AnyResource, ids: readonly string[], refresh: boolean): readonly string[] =>
  refresh ? ids : owned.missing(ids);

/** What the first page of a query costs at most, in tenths; of pasted ids only what the request itself names. */
export function toFirstTenths(asked: ResourceQuery, refresh: boolean): number {
  const { resource, query } = asked;
  const ids = toOnlyIds(asked);
  return calculatePrice(resource.cost, ids ? toWantedIds(resource, ids, refresh).length : query.rows);
}

/** Brings records by id: one request for those that are not owned, none when all are. */
export async function buyByIds(
  authorization: SpendAuthorization,
  { resource, query }: ResourceQuery,
  ids: readonly string[],
  refresh: boolean,
): Promise<SearchAnswer> {
  const { owned, cost } = resource;
  const wanted = toWantedIds(resource, ids, refresh);
  const reused = ids.filter((id) => !wanted.includes(id) && owned.read(id));
  if (reused.length > 0) void noteReuse(calculatePrice(cost, reused.length));
  const brought =
    wanted.length > 0 ? await buyWanted(authorization, resource, query, wanted) : { surprises: 0, paidTenths: 0 };
  const found = sortIds(
    [...new Set(ids)].filter((id) => owned.read(id)),
    findSort(resource, query.sort),
  );
  return {
    ids: found,
    total: found.length,
    bought: found.length,
    duplicates: 0,
    ownedBefore: 0,
    movedFrom: null,
    ended: true,
    ignored: [],
    moreIgnored: 0,
    ...brought,
  };
}

async function buyWanted(
  authorization: SpendAuthorization,
  { filters, find, owned }: AnyResource,
  query: SearchQuery,
  wanted: readonly string[],
) {
  const byId = filters.filter((filter) => filter.kind === 'ids');
  const only = { ...query, ...Object.fromEntries(byId.map(({ keys }) => [keys[0], wanted])) };
  const page = await find(authorization, buildBody(byId, only, 0, wanted.length));
  // Rows that could not be read at all say nothing about which ids the service knows.
  if (page.isRead) owned.keepUnknown(owned.missing(wanted));
  return { surprises: page.surprises, paidTenths: page.paidTenths };
}
