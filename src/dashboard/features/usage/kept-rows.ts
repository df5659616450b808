import { kindNames, unlockedArticles, unlockedDeals, unlockedLineups, toStore } from '../../library/records/records.ts';
import { readHeldAnswers, formatQueryText } from '../../search/saved/answers.ts';
import type { LoggedCall } from '../../purchase/logged-call.ts';

/** The data of an answer as far as this device keeps it; undefined when it keeps none of its rows. */
export function toKeptData({ method, path, body }: LoggedCall): Readonly<Record<string, unknown>> | undefined {
  if (method === 'GET') return toOneDeal(path);
  const member = path.slice(1);
  const kind = kindNames.find((known) => known === member);
  const ids = kind && (toAskedIds(body) ?? toPageIds(path, body));
  if (!kind || !ids) return undefined;
  const rows = ids.map((id) => toStore(kind).read(id)).filter((row) => row !== undefined);
  return rows.length === 0 && ids.length > 0 ? undefined : { [member]: rows };
}

function toOneDeal(path: string): Readonly<Record<string, unknown>> | undefined {
  const [, id = '', lineup] = /^\/deals\/([^/]+)(\/investors)?$/.exec(path) ?? [];
  if (lineup !== undefined) {
    const kept = unlockedLineups.read(id);
    return kept && { investors: kept.firms, angel_investors: kept.angels };
  }
  const deal = unlockedDeals.read(id);
  return deal && { deal: { ...deal, articles: unlockedArticles.read(id)?.articles ?? [] } };
}

/** The ids that a question names itself. */
function toAskedIds(body: LoggedCall['body']): readonly string[] | undefined {
  const { ids } = (body?.['identifiers'] ?? {}) as { readonly ids?: readonly string[] };
  return ids;
}

/** The ids of the page that a call asked for, out of the answer that it is part of. */
function toPageIds(path: string, body: LoggedCall['body']): readonly string[] | undefined {
  const held = readHeldAnswers().get(formatQueryText(path, body));
  const { page = 0, page_size: size = 10 } = (body ?? {}) as { readonly page?: number; readonly page_size?: number };
  return held?.ids.slice(page * size, (page + 1) * size);
}
