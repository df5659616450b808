import { ImportError } from '../import-error.ts';

export const recordNames = ['deals', 'companies', 'investors', 'people'] as const;
export type RecordName = (typeof recordNames)[number];

/** One example row of each record with every field that an import reads; they belong together. */
export const templateRows: Record<RecordName, Record<string, unknown>> = {
  companies: {
    id: 'c1',
    name: 'Example Robotics',
    legal_name: 'Example Robotics, Inc.',
    guru_permalink: 'example-robotics',
    domain: 'robotics.example',
    linkedin: 'https://www.linkedin.com/company/example-robotics',
    pitchbook: null,
    crunchbase: 'https://www.crunchbase.com/organization/example-robotics',
    num_employees: '11-50',
    location: {
      city: { name: 'Berlin', permalink: null },
      state: { name: 'Berlin', permalink: null },
      country: { name: 'Germany', permalink: null },
    },
    twitter: null,
    facebook: null,
    address: null,
    short_description: 'Robots that sort parcels',
    long_description: null,
    ipo_status: 'private',
    status: null,
    founded: '2019-05-01',
    industries: ['robotics', 'logistics'],
    latest_valuation_usd: null,
    latest_valuation_date: null,
    total_raised: null,
  },
  investors: {
    id: 'i1',
    name: 'Example Ventures',
    legal_name: null,
    guru_permalink: 'example-ventures',
    domain: 'ventures.example',
    linkedin: null,
    pitchbook: null,
    crunchbase: null,
    num_employees: '1-10',
    location: { city: { name: 'London', permalink: null }, country: { name: 'United Kingdom', permalink: null } },
    description: 'Seed investments in industry',
    website: 'https://ventures.example',
    image: null,
    investment_stage: 'Early Stage Venture, Seed',
    contact_email: null,
    contact_phone: null,
  },
  people: {
    id: 'p1',
    name: 'Ada Example',
    title: 'Partner',
    linkedin_url: 'https://www.linkedin.com/in/ada-example',
    crunchbase_url: null,
    twitter_url: null,
    location: 'London, United Kingdom',
    city: 'London',
    country_code: 'GB',
    about: null,
    is_founder: false,
    employment_history: [
      {
        title: 'Partner',
        company_name: 'Example Ventures',
        company_id: null,
        start_date: '2018-01-01',
        end_date: null,
        is_current: true,
      },
    ],
    education_history: [
      {
        school_name: 'Example University',
        degree: 'MSc',
        field_of_study: 'Engineering',
        start_date: null,
        end_date: '2012-06-30',
      },
    ],
    investment_firms: ['i1'],
  },
  deals: {
    id: 'd1',
    company_id: 'c1',
    company_name: 'Example Robotics',
    round_type: 'SERIES_A',
    pre: false,
    extension: false,
    intermediate: 'NONE',
    date: '2024-03-12',
    created_at: '2024-03-13T09:00:00Z',
    total_round_raised: 12000000,
    deal_descriptions: { short_description: 'Series A for parcel robots', long_description: null },
    valuation: { type: 'POST_MONEY', valuation_currency: 'EUR', valuation_usd: 60000000, valuation_native: 55000000 },
    financings: [{ type: 'SERIES_A', size_usd: 12000000, size_native: 11000000, currency: 'EUR' }],
    investor_ids: ['i1'],
    angel_investor_ids: [],
    investors: [
      { id: 'i1', name: 'Example Ventures', lead_investor: true, personnel: [{ id: 'p1', name: 'Ada Example' }] },
    ],
    angel_investors: [],
    articles: [{ link: 'https://news.example/series-a', is_primary: true, date: '2024-03-12' }],
  },
};

/** The template of one record, or of all four, each under the name that its file must have. */
export function printTemplates(format: string, record?: string): string {
  if (format !== 'csv' && format !== 'jsonl')
    throw new ImportError(`There is no template for ${format}.`, 'Name csv or jsonl.');
  const kinds = record === undefined ? recordNames : recordNames.filter((kind) => kind === record);
  if (kinds.length === 0)
    throw new ImportError(`There is no record ${record}.`, `Name one of ${recordNames.join(', ')}.`);
  const texts = kinds.map((kind) => buildTemplate(format, kind));
  if (kinds.length === 1) return texts.join('');
  return kinds.map((kind, place) => `== ${kind}.${format}\n${texts[place]}`).join('\n');
}

export function buildTemplate(format: 'csv' | 'jsonl', kind: RecordName): string {
  const row = templateRows[kind];
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`;
  const cells = splitCells(row);
  return `${[...cells.keys()].map(quote).join(',')}\n${[...cells.values()].map(quote).join(',')}\n`;
}

/** The columns of a table: members of members by point, lists of plain values with |, other lists as JSON. */
function splitCells(row: Record<string, unknown>, at = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(row)) {
    const column = at + name;
    if (Array.isArray(value)) {
      const isPlain = value.every((item) => typeof item === 'string');
      cells.set(column, isPlain ? value.join('|') : JSON.stringify(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, cell] of splitCells(value as Record<string, unknown>, `${column}.`)) cells.set(inner, cell);
    } else cells.set(column, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  }
  return cells;
}

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
