import type { AlertFilters } from '#contract/alerts.ts';
import { isObject } from '#contract/json.ts';
import type { Tolerant } from '#contract/record.ts';
import { type FreeName, freeNames, watchReceivedRecords } from './records.ts';

/** Stores free names; a name that is already stored is not written again. */
export function storeFreeNames(names: readonly FreeName[]): void {
  const news = names.filter((named) => named.name !== '' && isNews(named, freeNames.read(named.id)));
  if (news.length > 0) freeNames.add(news);
}

const isNews = ({ name, remark, country, round, usd }: FreeName, stored: FreeName | undefined): boolean =>
  stored?.name !== name ||
  (country !== undefined && stored.country !== country) ||
  (round !== undefined && (stored.round?.type !== round.type || stored.usd !== usd || stored.remark !== remark));

/** The companies and investors that the filters of a saved alert name. */
export const collectFilterNames = ({
  companies,
  investors,
}: Partial<Pick<Tolerant<AlertFilters>, 'companies' | 'investors'>>): FreeName[] => [
  ...toNames('company', companies),
  ...toNames('investor', investors),
];

/** Names in a list of a record as it came; `remark` is the member or the text that tells equal names apart. */
const toNames = (kind: FreeName['kind'], list: unknown, remark = ''): FreeName[] =>
  (Array.isArray(list) ? list : [list]).flatMap((named: unknown): FreeName[] => {
    if (!isObject(named)) return [];
    const { id, name, domain } = named;
    if (typeof id !== 'string' || typeof name !== 'string') return [];
    return [{ id, kind, name, remark: remark || (typeof domain === 'string' ? domain : '') }];
  });

type Members = Readonly<Record<string, unknown>>;

/** The investors, partners and angels of a round, which were paid for with it. */
function collectRoundNames({ investors, angel_investors: angels }: Members): FreeName[] {
  const firms = Array.isArray(investors) ? investors.filter(isObject) : [];
  return [
    ...firms.flatMap((one) => toNames('investor', { ...one, domain: null })),
    ...firms.flatMap(({ name, personnel }) => toNames('person', personnel, typeof name === 'string' ? name : '')),
    ...toNames('person', angels, 'angel'),
  ];
}

/** The employer and the investors that a person's record names. */
const collectPersonNames = ({ current_company: company, investment_firms: investors }: Members): FreeName[] => [
  ...toNames('company', company),
  ...toNames('investor', investors),
];

watchReceivedRecords(({ rounds = [], people = [] }) => {
  const names = [
    ...rounds.flatMap(({ record }) => (record ? collectRoundNames(record) : [])),
    ...people.flatMap(({ record }) => (record ? collectPersonNames(record) : [])),
  ];
  storeFreeNames(names);
});
