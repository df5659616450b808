import type { ApiResponse } from '../../platform/http/send.ts';
import type { Identified, RecordStore } from '../../library/records/record-store.ts';
import { calculateBilled, type PaidEndpoint } from '../../purchase/price.ts';
import type { Figures, FoundPage } from '../resource/resource.ts';

/** Keeps the rows of an answer and says what the screen needs to know of them. */
export function takePage<E extends PaidEndpoint, R extends Identified>(
  endpoint: E,
  answer: ApiResponse<E>,
  rows: readonly R[] | null | undefined,
  owned: RecordStore<R>,
  figures?: Readonly<Record<string, Figures>>,
): FoundPage {
  const { meta, headers, surprises } = answer;
  const ids = (rows ?? []).map(({ id }) => id);
  const { usedTenths, listedTenths } = calculateBilled(endpoint, answer);
  const ownedBefore = new Set(ids.filter((id) => owned.read(id) !== undefined));
  owned.keep(rows ?? []);
  return {
    ids,
    ownedBefore,
    total: meta.total_count ?? null,
    ignored: headers.ignored,
    moreIgnored: headers.moreIgnored,
    surprises: surprises.length,
    paidTenths: usedTenths + listedTenths,
    isRead: rows !== null && rows !== undefined,
    ...(figures ? { figures } : {}),
  };
}
