import { buildNameKey } from '../../db/name-key.ts';
import type { CompanyRecord } from '../records.ts';

export type Status = NonNullable<CompanyRecord['status']>;

export const statuses = ['private', 'public', 'acquired', 'delisted', 'closed'] as const satisfies readonly Status[];

const words: Record<Status, string> = {
  private: 'private, operating, active, alive, running, live, independent',
  public: 'public, ipo, listed, went public',
  acquired: 'acquired, exited, merged, acquisition, sold, m and a',
  delisted: 'delisted, was acquired and delisted',
  closed: 'closed, dead, inactive, defunct, shut down, bankrupt, dissolved, out of business, deadpooled',
};

const byWord = new Map(
  statuses.flatMap((status) => words[status].split(',').map((word) => [word.trim(), status] as const)),
);

/** What a source's word for the state of a company means; undefined when it is not known. */
export function readStatus(word: string): Status | undefined {
  return byWord.get(buildNameKey(word));
}
