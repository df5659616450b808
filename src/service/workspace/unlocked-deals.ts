import { findStagePlace } from '#contract/facets.ts';
import { isObject } from '#contract/json.ts';
import type { UnlockedRecord } from '#contract/workspace/records.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import type { Sql } from '../db/sql.ts';
import { buildDealTable, type PlainDeal } from '../market/build-deal-table.ts';
import type { DealTable } from '../market/deal-table.ts';
import type { RecordNames } from '../market/name-records.ts';
import { findRecords } from './unlocked-records.ts';

/** Unlocked deals as a table, with the names of what they mention. Rows are in the order of the ids. */
export type UnlockedDeals = {
  readonly table: DealTable;
  readonly names: RecordNames;
  /** The rows whose company, and whose investors, are unlocked. */
  readonly withCompany: Int32Array;
  readonly withInvestors: Int32Array;
  /** The rows of a country, an industry and an investor; no row for one that is not mentioned. */
  readonly findCountry: (permalink: string) => number;
  readonly findIndustry: (permalink: string) => number;
  readonly findInvestor: (id: string) => number;
};

/**
 * Reads unlocked deals with what is unlocked of their companies and investors. Records are as a service sent them: what
 * cannot be read counts as unknown.
 *
 * @param seenOn The day of deals that do not say when they were added, in days since 1970.
 */
export async function readUnlockedDeals(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  seenOn: number,
): Promise<UnlockedDeals> {
  const byId = mapRecords((await findRecords(sql, accountId, { deals: ids })).deals);
  const records = ids.flatMap((id) => byId.get(id) ?? []);
  const related = await findRecords(sql, accountId, { companies: records.map(readCompanyId), rounds: ids });
  const unlockedCompanies = mapRecords(related.companies);
  const rounds = mapRecords(related.rounds);

  const [countries, industries, investors] = [createNames(), createNames(), createNames()];
  const companyRows = new Map<string, number>();
  const companies: { readonly country: number | undefined; readonly industry: number | undefined }[] = [];
  const placeCompany = (id: string): number => {
    const row = companyRows.get(id) ?? companies.length;
    if (row < companies.length) return row;
    const company = unlockedCompanies.get(id);
    companyRows.set(id, row);
    companies.push({ country: countries.add(readCountry(company)), industry: industries.add(readIndustry(company)) });
    return row;
  };
  const deals = records.map((record): PlainDeal => {
    const raised = readNumber(record['total_round_raised']);
    return {
      day: readDay(record['date']),
      created: readDay(record['created_at']) ?? seenOn,
      stage: findStagePlace({ type: readText(record['round_type']) ?? null, pre: record['pre'] === true }),
      raised,
      postMoney: readPostMoney(record['valuation'], raised),
      company: placeCompany(readCompanyId(record)),
      investors: listInvestors(rounds.get(record.id)).flatMap(({ isLead, ...named }) => {
        const investor = investors.add(named);
        return investor === undefined ? [] : [{ investor, isLead }];
      }),
    };
  });
  const listRows = (isWanted: (record: LooseRecord) => boolean) =>
    Int32Array.from([...records.keys()].filter((row) => isWanted(records[row] as LooseRecord)));
  return {
    table: buildDealTable(deals, companies),
    withCompany: listRows((record) => unlockedCompanies.has(readCompanyId(record))),
    withInvestors: listRows((record) => rounds.has(record.id) || hasNoInvestors(record)),
    findCountry: countries.find,
    findIndustry: industries.find,
    findInvestor: investors.find,
    names: {
      location: (row) => nameTag(countries.get(row)),
      industry: (row) => nameTag(industries.get(row)),
      investor(row) {
        const { key, name } = investors.get(row) as Named;
        return { id: key, name };
      },
      deal(row) {
        const record = records[row] as LooseRecord;
        const id = readCompanyId(record);
        return {
          company: { id, name: readText(unlockedCompanies.get(id)?.['name']) ?? '' },
          deal_id: record.id,
          date: readText(record['date'])?.slice(0, 10) ?? '',
          raised: deals[row]?.raised ?? null,
        };
      },
    },
  };
}

const mapRecords = (records: readonly UnlockedRecord[] = []): ReadonlyMap<string, LooseRecord> =>
  new Map(records.flatMap(({ id, record }) => (record ? [[id, record]] : [])));

/** What is counted by a key, such as a permalink, with the name that it has on screen. */
type Named = { readonly key: string; readonly name: string };

/** No row of a table; -1 stands for what is unknown. */
const noRow = -2;

/** Gives each key the next number from 0. */
function createNames() {
  const rows = new Map<string, number>();
  const list: Named[] = [];
  return {
    add(named: Named | undefined): number | undefined {
      if (!named) return undefined;
      const row = rows.get(named.key) ?? list.push(named) - 1;
      rows.set(named.key, row);
      return row;
    },
    find: (key: string): number => rows.get(key) ?? noRow,
    get: (row: number): Named | undefined => list[row],
  };
}

const nameTag = (named: Named | undefined) => (named ? { permalink: named.key, name: named.name } : null);

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const readNumber = (value: unknown): number | undefined => (Number.isFinite(value) ? (value as number) : undefined);
const readMember = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** Days since 1970 of a moment. */
function readDay(value: unknown): number | undefined {
  const day = Math.floor(Date.parse(readText(value) ?? '') / 86_400_000);
  return Number.isNaN(day) ? undefined : day;
}

/** The company of a deal; a deal that names none is one of its own. */
const readCompanyId = (deal: LooseRecord): string => readText(deal['company_id']) ?? deal.id;

function readPostMoney(valuation: unknown, raised: number | undefined): number | undefined {
  const usd = readNumber(readMember(valuation, 'valuation_usd'));
  if (usd === undefined || readMember(valuation, 'type') !== 'PRE_MONEY') return usd;
  return raised === undefined ? undefined : usd + raised;
}

/** A place or an industry, which a service may send without a permalink. */
function readTag(value: unknown): Named | undefined {
  const name = readText(readMember(value, 'name'));
  const key = readText(readMember(value, 'permalink')) ?? name;
  return key === undefined ? undefined : { key, name: name ?? key };
}

const readCountry = (company: LooseRecord | undefined) => readTag(readMember(company?.['location'], 'country'));

/** The first super category of a company, or else its first industry. */
function readIndustry(company: LooseRecord | undefined): Named | undefined {
  const read = (name: string) => {
    const list = company?.[name];
    return Array.isArray(list) ? readTag(list[0]) : undefined;
  };
  return read('super_categories') ?? read('industries');
}

/** The investors of a round with their names. */
function listInvestors(round: LooseRecord | undefined): (Named & { readonly isLead: boolean })[] {
  const list = round?.['investors'];
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((investor) => {
    const key = readText(readMember(investor, 'id'));
    const name = readText(readMember(investor, 'name'));
    if (key === undefined || name === undefined) return [];
    return [{ key, name, isLead: readMember(investor, 'lead_investor') === true }];
  });
}

/** Whether a deal has no investors, so that there is nothing to unlock. */
const hasNoInvestors = (deal: LooseRecord): boolean =>
  [deal['investor_ids'], deal['angel_investor_ids']].every((list) => Array.isArray(list) && list.length === 0);
