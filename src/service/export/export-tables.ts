import type { ProvenanceKind } from '#contract/sources.ts';
import { addedAt } from '../db/added-at.ts';

/**
 * What a value is: `day` is a UTC day, `usd` an amount with at most two decimals, `range` a range of numbers as text,
 * `list` several texts.
 */
export type ValueKind = 'text' | 'day' | 'usd' | 'integer' | 'boolean' | 'range' | 'list';

/** A column of an exported table: its name, what its values are, and its SQL. */
export type TableColumn = readonly [name: string, kind: ValueKind, sql: string];

/** A table of the export. */
export type ExportTableDefinition = {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly from: string;
  /** What makes a row belong to chosen deals, as SQL in which `@deals` is a query of their ids. */
  readonly ofDeals: string;
  /** Its order; of records, their internal id. */
  readonly orderBy: string;
  /** When a row was added; of a record, with its first deal, or else with its source. */
  readonly addedAt: string;
  /** What its records are, which come from sources; their id is the first column. */
  readonly kind?: ProvenanceKind;
};

const day = (moment: string) => `(${moment} AT TIME ZONE 'UTC')::date::text`;
const place = (level: 'city' | 'state' | 'country' | 'region', alias: 'c' | 'i'): string =>
  `(SELECT name FROM locations l WHERE l.id = ${alias}.${level}_id)`;
/** Names of others in one pass over the link table: a subquery for each row would take ten times as long. */
const investorsOfDeals = `(
  SELECT deal_id, array_agg(i.name ORDER BY i.folded) AS names,
    coalesce(array_agg(i.name ORDER BY i.folded) FILTER (WHERE lead), '{}') AS leads
  FROM deal_investors JOIN investors i ON i.id = investor_id GROUP BY deal_id)`;
const industriesOfCompanies = `(
  SELECT company_id, array_agg(n.name ORDER BY position) AS names
  FROM company_industries JOIN industries n ON n.id = industry_id GROUP BY company_id)`;

/** Every table of the export, in the order in which they are written. Columns are only ever added, at the end. */
export const exportTables: readonly ExportTableDefinition[] = [
  {
    name: 'deals',
    columns: [
      ['deal_id', 'text', 'd.uuid'],
      ['company_id', 'text', 'c.uuid'],
      ['company', 'text', 'c.name'],
      ['domain', 'text', 'c.domain'],
      ['city', 'text', place('city', 'c')],
      ['country', 'text', place('country', 'c')],
      ['announced_utc', 'day', day('d.date')],
      ['round_type', 'text', 'd.round_type::text'],
      ['pre', 'boolean', 'd.pre'],
      ['extension', 'boolean', 'd.extension'],
      ['raised_usd', 'usd', 'd.total_round_raised'],
      ['valuation_usd', 'usd', 'd.valuation_usd'],
      ['valuation_type', 'text', 'd.valuation_type::text'],
      ['lead_investors', 'list', "coalesce(taking.leads, '{}')"],
      ['investors', 'list', "coalesce(taking.names, '{}')"],
      ['added_utc', 'day', day('d.created_at')],
      ['description', 'text', 'dt.short_description'],
    ],
    from: `deals d JOIN companies c ON c.id = d.company_id LEFT JOIN deal_texts dt ON dt.deal_id = d.id
      LEFT JOIN ${investorsOfDeals} taking ON taking.deal_id = d.id`,
    ofDeals: 'd.id IN (@deals)',
    orderBy: 'd.id',
    addedAt: 'd.created_at',
    kind: 'deal',
  },
  {
    name: 'companies',
    columns: [
      ['company_id', 'text', 'c.uuid'],
      ['name', 'text', 'c.name'],
      ['legal_name', 'text', 'c.legal_name'],
      ['domain', 'text', 'c.domain'],
      ['linkedin', 'text', 'c.linkedin'],
      ['crunchbase', 'text', 'c.crunchbase'],
      ['city', 'text', place('city', 'c')],
      ['state', 'text', place('state', 'c')],
      ['country', 'text', place('country', 'c')],
      ['region', 'text', place('region', 'c')],
      ['industries', 'list', "coalesce(doing.names, '{}')"],
      ['employees', 'range', 'c.num_employees::text'],
      ['founded', 'day', 'c.founded::text'],
      ['status', 'text', 'c.status::text'],
      ['total_raised_usd', 'usd', 'c.total_raised'],
      ['latest_valuation_usd', 'usd', 'c.latest_valuation_usd'],
      ['latest_round_utc', 'day', day('c.latest_deal_date')],
      ['funding_rounds', 'integer', 'c.num_funding_rounds'],
      ['description', 'text', 'ct.short_description'],
    ],
    from: `companies c LEFT JOIN company_texts ct ON ct.company_id = c.id
      LEFT JOIN ${industriesOfCompanies} doing ON doing.company_id = c.id`,
    ofDeals: 'c.id IN (SELECT company_id FROM deals WHERE id IN (@deals))',
    orderBy: 'c.id',
    addedAt: addedAt.company('c'),
    kind: 'company',
  },
  {
    name: 'investors',
    columns: [
      ['investor_id', 'text', 'i.uuid'],
      ['name', 'text', 'i.name'],
      ['legal_name', 'text', 'i.legal_name'],
      ['domain', 'text', 'i.domain'],
      ['linkedin', 'text', 'i.linkedin'],
      ['crunchbase', 'text', 'i.crunchbase'],
      ['city', 'text', place('city', 'i')],
      ['country', 'text', place('country', 'i')],
      ['stages', 'list', "coalesce(i.investment_stages, '{}')"],
      ['employees', 'range', 'i.num_employees::text'],
      ['contact_email', 'text', 'i.contact_email'],
      ['contact_phone', 'text', 'i.contact_phone'],
      ['deals', 'integer', 'i.total_deal_count'],
      ['deals_led', 'integer', 'i.lead_deal_count'],
      ['latest_deal_utc', 'day', day('i.most_recent_deal_date')],
      ['description', 'text', 'i.description'],
    ],
    from: 'investors i',
    ofDeals: 'i.id IN (SELECT investor_id FROM deal_investors WHERE deal_id IN (@deals))',
    orderBy: 'i.id',
    addedAt: addedAt.investor('i'),
    kind: 'investor',
  },
  {
    name: 'people',
    columns: [
      ['person_id', 'text', 'p.uuid'],
      ['name', 'text', 'p.name'],
      ['title', 'text', 'p.title'],
      ['employer_id', 'text', 'c.uuid'],
      ['employer', 'text', 'c.name'],
      ['location', 'text', 'p.location_text'],
      ['linkedin', 'text', 'p.linkedin'],
      ['crunchbase', 'text', 'p.crunchbase'],
      ['twitter', 'text', 'p.twitter'],
      ['founder', 'boolean', 'p.is_founder'],
      ['investor', 'boolean', 'p.is_investor'],
      ['deals', 'integer', 'p.total_deal_count'],
      ['deals_led', 'integer', 'p.lead_deal_count'],
      ['latest_deal_utc', 'day', day('p.most_recent_deal_date')],
      ['employer_domain', 'text', 'c.domain'],
    ],
    from: 'people p LEFT JOIN companies c ON c.id = p.current_company_id',
    ofDeals: `(p.id IN (SELECT person_id FROM person_deals WHERE deal_id IN (@deals))
      OR p.current_company_id IN (SELECT company_id FROM deals WHERE id IN (@deals)))`,
    orderBy: 'p.id',
    addedAt: addedAt.person('p'),
    kind: 'person',
  },
  {
    name: 'deal-investors',
    columns: [
      ['deal_id', 'text', 'd.uuid'],
      ['investor_id', 'text', 'i.uuid'],
      ['lead', 'boolean', 'di.lead'],
    ],
    from: 'deal_investors di JOIN deals d ON d.id = di.deal_id JOIN investors i ON i.id = di.investor_id',
    ofDeals: 'di.deal_id IN (@deals)',
    orderBy: 'di.deal_id, di.investor_id',
    addedAt: 'd.created_at',
  },
  {
    name: 'deal-people',
    columns: [
      ['deal_id', 'text', 'd.uuid'],
      ['person_id', 'text', 'p.uuid'],
      ['angel', 'boolean', 'pd.angel'],
      ['partner', 'boolean', 'pd.institutional'],
      ['led', 'boolean', 'pd.led'],
    ],
    from: 'person_deals pd JOIN deals d ON d.id = pd.deal_id JOIN people p ON p.id = pd.person_id',
    ofDeals: 'pd.deal_id IN (@deals)',
    orderBy: 'pd.deal_id, pd.person_id',
    addedAt: 'd.created_at',
  },
  {
    name: 'financings',
    columns: [
      ['deal_id', 'text', 'd.uuid'],
      ['financing_type', 'text', 'f.type::text'],
      ['raised_usd', 'usd', 'f.size_usd'],
      ['raised_native', 'usd', 'f.size_native'],
      ['currency', 'text', 'f.currency'],
    ],
    from: 'financings f JOIN deals d ON d.id = f.deal_id',
    ofDeals: 'f.deal_id IN (@deals)',
    orderBy: 'f.deal_id, f.position',
    addedAt: 'd.created_at',
  },
];

/** Columns that say where a record comes from: one entry for each source, then the facts on which they disagree. */
export const sourceColumns = [
  ['sources', 'list', ''],
  ['source_rows', 'list', ''],
  ['source_days_utc', 'list', ''],
  ['source_conflicts', 'list', ''],
] as const satisfies readonly TableColumn[];
