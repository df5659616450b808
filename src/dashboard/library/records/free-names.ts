import type { AlertDeal, AlertFilters } from '#contract/alerts.ts';
import type { Tolerant } from '#contract/record.ts';
import { freeNames, type FreeName, type RoundInvestorsRecord } from './records.ts';

/** Stores free names; one that is stored already is not written again. */
export function storeFreeNames(names: readonly FreeName[]): void {
  const news = names.filter(({ id, name }) => name !== '' && freeNames.read(id)?.name !== name);
  if (news.length > 0) freeNames.keep(news);
}

/** The companies that the deals of alerts name. */
export const collectAlertNames = (deals: readonly Tolerant<AlertDeal>[]): FreeName[] =>
  deals.flatMap(({ company_id: id, company_name: name, company_website: website }) =>
    id === null || name === null ? [] : [{ id, kind: 'company', name, remark: website ?? '' }],
  );

/** The companies and investors that the filters of a saved alert name. */
export const collectFilterNames = ({
  companies,
  investors,
}: Partial<Pick<Tolerant<AlertFilters>, 'companies' | 'investors'>>): FreeName[] => [
  ...toNames('company', companies),
  ...toNames('firm', investors),
];

/** The investors, partners and angels of a round, which were paid for with it. */
export const collectRoundInvestorNames = (
  firms: RoundInvestorsRecord['firms'],
  angels: RoundInvestorsRecord['angels'],
): FreeName[] => [
  ...toNames('firm', firms),
  ...firms.flatMap(({ name, personnel }) => toNames('person', personnel, name ?? '')),
  ...toNames('person', angels, 'angel'),
];

type Named = { readonly id: string | null; readonly name: string | null };

const toNames = (kind: FreeName['kind'], named: readonly Named[] | null | undefined, remark = ''): FreeName[] =>
  (named ?? []).flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, kind, name, remark }]));
