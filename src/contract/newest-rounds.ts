import { isObject } from './json.ts';

type Members = Readonly<Record<string, unknown>>;

const getMembers = (body: Members, section: string): Members => {
  const value = body[section];
  return isObject(value) ? value : {};
};

/**
 * The body of POST /companies that finds the newest rounds among these deals, for one credit with their company;
 * undefined where it cannot. `body` is one of POST /deals.
 */
export function convertToNewestRounds(body: Members): Members | undefined {
  const { page, page_size, sort_by = 'most_recent_deal', identifiers } = body;
  const investors = getMembers(body, 'investors');
  // Its other orders rank companies, and its people took part in any round.
  if (sort_by !== 'most_recent_deal' || identifiers !== undefined || investors['people_ids'] !== undefined) return;
  const { company_ids: ids, ...company } = getMembers(body, 'company');
  const { investor_ids } = investors;
  const latest = { ...getMembers(body, 'deal'), ...(investor_ids === undefined ? {} : { investor_ids }) };
  // Without a filter of the round, companies without a round would be rows too.
  if (Object.keys(latest).length === 0) return;
  return {
    ...(ids === undefined ? {} : { identifiers: { ids } }),
    ...(Object.keys(company).length > 0 ? { company } : {}),
    latest_deal: latest,
    ...(page === undefined ? {} : { page }),
    ...(page_size === undefined ? {} : { page_size }),
    sort_by: 'most_recent_raise',
  };
}
