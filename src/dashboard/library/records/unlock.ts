import type { AlertFilters } from '#contract/alerts.ts';
import type { Tolerant } from '#contract/record.ts';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { readDealInvestors } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { splitIntoBatches } from '../../purchase/price.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { Identified } from './packed-rows.ts';
import {
  type DealRecord,
  type FreeName,
  type RecordStore,
  type RoundInvestorsRecord,
  freeNames,
  unlockedCompanies,
  unlockedInvestors,
  unlockedRoundInvestors,
} from './records.ts';
import { receiveRecords } from './sync-state.ts';

/** Stores free names; a name that is already stored is not written again. */
export function storeFreeNames(names: readonly FreeName[]): void {
  const news = names.filter((named) => named.name !== '' && isNews(named, freeNames.read(named.id)));
  if (news.length > 0) freeNames.add(news);
}

const isNews = ({ name, remark, round, usd }: FreeName, stored: FreeName | undefined): boolean =>
  stored?.name !== name ||
  (round !== undefined && (stored.round?.type !== round.type || stored.usd !== usd || stored.remark !== remark));

/** The companies and investors that the filters of a saved alert name. */
export const collectFilterNames = ({
  companies,
  investors,
}: Partial<Pick<Tolerant<AlertFilters>, 'companies' | 'investors'>>): FreeName[] => [
  ...toNames('company', companies),
  ...toNames('firm', investors),
];

/** The investors, partners and angels of a round, which were paid for with it. */
const collectRoundInvestorNames = (
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

/** Unlocks companies that the workspace lacks, in requests of up to 500 ids whose page size is their number of ids. */
export async function unlockCompanies(authorization: SpendAuthorization, ids: readonly string[]): Promise<void> {
  await receiveRecords('companies', ids);
  for (const batch of splitIntoBatches(unlockedCompanies.missing(ids))) {
    const { data } = await sendPaid(authorization, searchCompanies, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    storeRows(unlockedCompanies, batch, data.companies);
  }
}

/** Unlocks investors by id, in the same way. */
export async function unlockInvestors(authorization: SpendAuthorization, ids: readonly string[]): Promise<void> {
  await receiveRecords('investors', ids);
  for (const batch of splitIntoBatches(unlockedInvestors.missing(ids))) {
    const { data } = await sendPaid(authorization, searchInvestors, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    storeRows(unlockedInvestors, batch, data.investors);
  }
}

/** Stores the rows. If they could not be read (null), nothing is known about ids that are missing from the response. */
function storeRows<R extends Identified>(
  store: RecordStore<R>,
  requested: readonly string[],
  rows: readonly R[] | null,
): void {
  if (rows === null) return;
  store.add(rows);
  store.storeUnknown(store.missing(requested));
}

/** The investors that a deal names. */
type DealInvestors = Pick<DealRecord, 'id' | 'investor_ids' | 'angel_investor_ids'>;

/** The average number of investors paid for with each deal; the others keep a separate button. */
export const investorsPerDeal = 3;

/** The number of investors in a round, including angels: the rows that unlocking them costs. */
export const countRoundInvestors = (deal: DealInvestors): number =>
  (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0);

/** The exact price of the investors in these rounds, in tenths; the deals say how many there are. */
export const priceRoundInvestors = (deals: readonly DealInvestors[]): number =>
  calculatePrice(
    readDealInvestors.cost,
    deals.reduce((rows, deal) => rows + countRoundInvestors(deal), 0),
  );

/** The deals with investors that are still locked. */
export const findLockedRounds = <D extends DealInvestors>(deals: readonly D[]): D[] =>
  deals.filter((deal) => countRoundInvestors(deal) > 0 && unlockedRoundInvestors.read(deal.id) === undefined);

/** Unlocks the investors in rounds, with their partners, in one request per deal. */
export async function unlockRoundInvestors(
  authorization: SpendAuthorization,
  deals: readonly DealInvestors[],
): Promise<void> {
  await receiveRecords(
    'lineups',
    deals.map(({ id }) => id),
  );
  for (const deal of deals) {
    if (unlockedRoundInvestors.read(deal.id)) continue;
    const { data, headers, surprises } = await sendPaid(authorization, readDealInvestors, {
      params: { id: deal.id },
      rows: countRoundInvestors(deal),
    });
    const [firms, angels] = [data.investors ?? [], data.angel_investors ?? []];
    storeFreeNames(collectRoundInvestorNames(firms, angels));
    const isLost = (member: 'investors' | 'angel_investors', named: readonly string[] | null) =>
      !data[member]?.length && Boolean(named?.length) && surprises.some((path) => path.startsWith(member));
    // Not stored as "no investors": the round stays locked.
    if (isLost('investors', deal.investor_ids) || isLost('angel_investors', deal.angel_investor_ids)) {
      const bill = headers.usedTenths === undefined ? {} : { usedTenths: headers.usedTenths };
      throw new ApiError('unreadable', 'The response could not be read.', { status: 200, ...bill });
    }
    unlockedRoundInvestors.add([{ id: deal.id, firms, angels }]);
  }
}
