import type { Answer } from '../api/send.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Identified, Owned } from '../records/owned.ts';
import type { Figures, FoundPage } from './resource.ts';

/** Keeps the rows of an answer and says what the screen needs to know of them. */
export function takePage<E extends Endpoint, R extends Identified>(
  { meta, headers, surprises }: Answer<E>,
  rows: readonly R[],
  owned: Owned<R>,
  figures?: Readonly<Record<string, Figures>>,
): FoundPage {
  const ids = rows.map(({ id }) => id);
  const ownedBefore = new Set(ids.filter((id) => owned.read(id) !== undefined));
  owned.keep(rows);
  return {
    ids,
    ownedBefore,
    total: meta.total_count ?? null,
    ignored: headers.ignored,
    moreIgnored: headers.moreIgnored,
    surprises: surprises.length,
    ...(figures ? { figures } : {}),
  };
}
