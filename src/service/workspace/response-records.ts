import { isObject } from '#contract/json.ts';
import { uuid } from '#contract/scalars.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import type { UnlockedKind } from '#contract/workspace/records.ts';
import type { PaidCall, PaidResponse } from './paid-call.ts';
import type { RecordToStore } from './unlocked-records.ts';

/** Members of records that belong to the search that returned them. */
const figureNames = ['similarity', 'filtered_deal_count', 'filtered_lead_count', 'filtered_most_recent_date'] as const;

/** A row of a response: its id, and the figures of this search. */
type RecordRow = { readonly id: string; readonly figures: Readonly<Record<string, unknown>> };

/** What a response brought: its rows in order, all records to store, and how many rows had no readable id. */
export type ResponseRecords = {
  readonly rows: readonly RecordRow[];
  readonly records: readonly RecordToStore[];
  /** Rows that were paid for. */
  readonly count: number;
  readonly unreadable: number;
};

/** The member of a response with its rows, and their kind. */
const members: Readonly<Record<string, readonly [member: string, kind: UnlockedKind] | undefined>> = {
  searchDeals: ['deals', 'deals'],
  readCompanyDeals: ['deals', 'deals'],
  readInvestorDeals: ['deals', 'deals'],
  readPersonDeals: ['deals', 'deals'],
  readDeal: ['deal', 'articles'],
  searchCompanies: ['companies', 'companies'],
  readCompany: ['company', 'companies'],
  searchInvestors: ['investors', 'investors'],
  readInvestor: ['investor', 'investors'],
  searchPeople: ['people', 'people'],
  readPerson: ['person', 'histories'],
};

/** Reads what a response brought. Records stay as they came, but for the figures of one search. */
export function readResponseRecords(call: PaidCall, { data }: Pick<PaidResponse, 'data'>): ResponseRecords {
  const { id } = call.endpoint;
  if (id === 'readDealInvestors') return readRoundInvestors(call, data);
  const [member, kind] = members[id] ?? [];
  if (member === undefined || kind === undefined) return { rows: [], records: [], count: 0, unreadable: 0 };
  const value = data[member];
  const values = Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value];
  const found = values.flatMap((one) => readRow(one) ?? []);
  const records = found.flatMap(({ record }): RecordToStore[] => {
    const whole = { kind, id: record.id, record };
    if (kind === 'histories') return [whole, { ...whole, kind: 'people' }];
    if (kind !== 'articles') return [whole];
    const { articles: _articles, ...deal } = record;
    return [whole, { kind: 'deals', id: record.id, record: deal }];
  });
  return { rows: found, records, count: values.length, unreadable: values.length - found.length };
}

/** The newest rounds of companies as rows of deals, for a search for deals by way of their companies. */
export function readNewestRounds(call: PaidCall, response: Pick<PaidResponse, 'data'>): ResponseRecords {
  const companies = readResponseRecords(call, response);
  const rounds = companies.records.flatMap(({ record }) => (record ? (buildNewestRound(record) ?? []) : []));
  const deals = rounds.map((record): RecordToStore => ({ kind: 'deals', id: record.id, record, partial: true }));
  return {
    ...companies,
    rows: rounds.map(({ id }) => ({ id, figures: {} })),
    records: [...companies.records, ...deals],
  };
}

/**
 * The newest round of a company as a deal; undefined where none is known. The day on which it was added and its
 * valuation are not known: `from_company` says so.
 */
function buildNewestRound(company: LooseRecord): LooseRecord | undefined {
  const latest = company['latest_deal'];
  if (!isObject(latest) || typeof latest['id'] !== 'string') return undefined;
  const { type, investors, description, ...shared } = latest;
  return {
    ...shared,
    id: latest['id'],
    company_id: company.id,
    round_type: type ?? null,
    investor_ids: investors ?? [],
    deal_descriptions: description ?? null,
    created_at: null,
    valuation: null,
    from_company: true,
  };
}

function readRow(value: unknown): (RecordRow & { readonly record: LooseRecord }) | undefined {
  if (!isObject(value)) return undefined;
  const id = uuid.safeParse(value['id']);
  if (!id.success) return undefined;
  const figures: Record<string, unknown> = {};
  const record: LooseRecord = { ...value, id: id.data };
  for (const name of figureNames) {
    if (!(name in record)) continue;
    if (record[name] !== null) figures[name] = record[name];
    record[name] = null;
  }
  return { id: id.data, figures, record };
}

/** The investors in a round are one record, under the id of the deal. */
function readRoundInvestors({ params }: PaidCall, data: PaidResponse['data']): ResponseRecords {
  const id = params?.['id'] ?? '';
  const { investors, angel_investors: angels } = data;
  const count = [investors, angels].reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  const isReadable = Array.isArray(investors) && Array.isArray(angels);
  // Not stored as "no investors": the round stays locked.
  const records: RecordToStore[] = isReadable ? [{ kind: 'rounds', id, record: { id, ...data } }] : [];
  return { rows: [], records, count, unreadable: isReadable ? 0 : 1 };
}
