import type { FindIds, FoundIds, PageNumber, PagePlan } from '../db/page.ts';

/** The most pages that are kept, and the most rows of one. */
const maxPages = 100;
const maxRowsOfPage = 50;

/** Finds short pages once that depend on nothing but an order and the day, such as the newest deals. */
export function keepPages(findIds: FindIds): FindIds {
  const pages = new Map<string, FoundIds>();
  return async (sql, plan, paging) => {
    const name = namePage(plan, paging);
    const kept = name === undefined ? undefined : pages.get(name);
    if (kept) return kept;
    const found = await findIds(sql, plan, paging);
    if (name === undefined || !found) return found;
    if (pages.size >= maxPages) pages.clear();
    pages.set(name, found);
    return found;
  };
}

const namePage = ({ table, where, order, counted, now }: PagePlan, { page, pageSize }: PageNumber) =>
  where || counted || typeof order !== 'string' || pageSize > maxRowsOfPage
    ? undefined
    : [table, order, now?.toISOString().slice(0, 10), page, pageSize].join(' ');
