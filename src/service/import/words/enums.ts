import { employeeRange, type EmployeeRange } from '#contract/enums.ts';
import { trimValue } from '#contract/scalars.ts';
import { buildNameKey } from '../../db/name-key.ts';
import type { ImportedCompany } from '../records.ts';

const ranges = employeeRange.options.map((range) => {
  const [low = 0, high = Infinity] = range.split(/[-+]/).filter(Boolean).map(Number);
  return { range, low, high };
});

/** The range of "11-50", "11 to 50 employees", "c_00011_00050" or "10001+"; undefined if it is in none. */
export function parseHeadCount(text: string): EmployeeRange | undefined {
  const word = trimValue(text)
    .replaceAll(',', '')
    .replace(/(employees|people|staff)$/i, '')
    .trimEnd();
  const exact = /^(\d{1,7})(?:\.0)?$/.exec(word);
  if (exact) return ranges.find(({ low, high }) => Number(exact[1]) >= low && Number(exact[1]) <= high)?.range;
  const [, from, to] = /^(?:c_)?(\d+)\s*(?:-|–|_| to )\s*(\d+|max)$/i.exec(word) ?? [];
  if (from && to) {
    const high = to === 'max' ? Infinity : Number(to);
    return ranges.find((range) => range.low <= Number(from) && Number(from) > 0 && range.high >= high)?.range;
  }
  const [, atLeast] = /^(\d+)\s*\+$/.exec(word) ?? [];
  return Number(atLeast) >= 10_000 ? '10001+' : undefined;
}

export type Status = NonNullable<ImportedCompany['status']>;

export const statuses = ['private', 'public', 'acquired', 'delisted', 'closed'] as const satisfies readonly Status[];

const statusWords: Record<Status, string> = {
  private: 'private, operating, active, alive, running, live, independent',
  public: 'public, ipo, listed, went public',
  acquired: 'acquired, exited, merged, acquisition, sold, m and a',
  delisted: 'delisted, was acquired and delisted',
  closed: 'closed, dead, inactive, defunct, shut down, bankrupt, dissolved, out of business, deadpooled',
};

const byWord = new Map(
  statuses.flatMap((status) => statusWords[status].split(',').map((word) => [word.trim(), status] as const)),
);

/** The company status for a source's word; undefined when it is unknown. */
export function parseCompanyStatus(word: string): Status | undefined {
  return byWord.get(buildNameKey(trimValue(word)));
}

/** Yes or no; undefined for anything else. */
export function parseFlag(text: string): boolean | undefined {
  if (/^(t|true|y|yes|1|x)$/i.test(text)) return true;
  return /^(f|false|n|no|0)$/i.test(text) ? false : undefined;
}
