import { employeeRange, ipoStatus } from '#contract/enums.ts';
import type { Filter, Options } from './filter.ts';

/** Values of an enum with names for people: "VP_SALES" as "Vp sales" unless a name is given. */
export const toOptions = (values: readonly string[], names: Readonly<Record<string, string>> = {}): Options =>
  values.map((value) => [value, names[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')]);

/** Head counts with a proper dash. */
export const employeeOptions: Options = employeeRange.options.map((range) => [range, range.replace('-', '–')]);
export const ipoOptions: Options = toOptions(ipoStatus.options);

type Place = { readonly in: string; readonly as?: string; readonly group?: string; readonly of?: string };

/** A key that is told apart by a prefix where one screen has two of its kind. */
const toKey = (as: string | undefined, key: string) => (as === undefined ? key : `${as}_${key}`);

/** The filters by what a company is, wherever a request has them: head count, money, stock market. */
export function toCompanyFilters({ in: section, as, group, of }: Place): readonly Filter[] {
  const common = { more: true, ...(group === undefined ? {} : { group }) } as const;
  const named = (label: string) =>
    of === undefined ? label : `${of}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return [
    {
      ...common,
      kind: 'checks',
      key: toKey(as, 'employees'),
      path: `${section}.employee_count`,
      label: named('Employees'),
      says: 'employees',
      options: employeeOptions,
    },
    {
      ...common,
      kind: 'amounts',
      keys: [toKey(as, 'raised_min'), toKey(as, 'raised_max')],
      paths: [`${section}.total_raised_min`, `${section}.total_raised_max`],
      label: named('Raised in all, USD'),
      aside: 'every round together',
      says: 'raised in all',
    },
    {
      ...common,
      kind: 'checks',
      key: toKey(as, 'ipo'),
      path: `${section}.ipo_status`,
      label: named('Stock market'),
      says: 'stock market',
      options: ipoOptions,
    },
  ];
}
