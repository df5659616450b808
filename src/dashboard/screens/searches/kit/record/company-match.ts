import type { Round } from '../../../../platform/rounds.ts';
import { toDay } from '../../../../platform/format.ts';
import type { CompanyRecord } from '../../../../records/records.ts';
import type { SearchQuery } from '../query/search-query.ts';

/** Whether one of the values of a filter fits; a filter that is not set fits always. */
export function isAnyOf<T>(values: readonly T[] | undefined, fits: (value: T) => boolean): boolean {
  return values === undefined || values.length === 0 || values.some(fits);
}

/** Whether a value is in a range; undisclosed is in none. */
function isBetween(value: number | string | null | undefined, low: unknown, high: unknown): boolean {
  if (low === undefined && high === undefined) return true;
  if (value === null || value === undefined) return false;
  return (
    (low === undefined || value >= (low as typeof value)) && (high === undefined || value <= (high as typeof value))
  );
}

type Dated = Pick<Round, 'type' | 'pre' | 'extension'> & {
  readonly date: string | null;
  readonly total_round_raised: number | null;
};

/** Whether a round fits the filters of a query about its type, day and size. */
export const isRoundMatch = (round: Dated, { round: types, from, to, min, max }: SearchQuery): boolean =>
  isAnyOf(
    types,
    ({ type, pre, extension }) =>
      type === round.type && pre === (round.pre ?? false) && extension === (round.extension ?? false),
  ) &&
  isBetween(toDay(round.date), from, to) &&
  isBetween(round.total_round_raised, min, max);

/** The keys of the filters that `isCompanyMatch` and `isRoundMatch` read. */
export const matchedKeys = [
  ...(['location', 'industry', 'employees', 'raised_min', 'raised_max', 'ipo'] as const),
  ...(['round', 'from', 'to', 'min', 'max'] as const),
] satisfies readonly (keyof SearchQuery)[];

/**
 * Whether a company fits the filters of a query about the company. Which industries a super category includes is not
 * known here, so none fits it.
 */
export function isCompanyMatch(company: CompanyRecord, query: SearchQuery): boolean {
  const { location, industries, num_employees, total_raised, ipo_status } = company;
  const places = [location?.region, location?.country, location?.state, location?.city];
  return (
    isAnyOf(query.location, ({ permalink }) => places.some((place) => place?.permalink === permalink)) &&
    isAnyOf(query.industry, ({ permalink }) => industries?.some((one) => one.permalink === permalink) === true) &&
    isAnyOf(query.employees, (range) => range === num_employees) &&
    isAnyOf(query.ipo, (status) => status === ipo_status) &&
    isBetween(total_raised, query.raised_min, query.raised_max)
  );
}
