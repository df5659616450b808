/** The columns that are compared with a list, and the type of its values. */
export const listColumns = {
  'd.uuid': 'uuid',
  'c.uuid': 'uuid',
  'i.uuid': 'uuid',
  'p.uuid': 'uuid',
  'c.num_employees': 'employee_range',
  'i.num_employees': 'employee_range',
  'c.status': 'company_status',
  'c.domain': 'text',
  'c.linkedin_slug': 'text',
  'c.crunchbase_slug': 'text',
  'i.domain': 'text',
  'i.linkedin_slug': 'text',
  'i.crunchbase_slug': 'text',
  'i.permalink': 'text',
  'p.linkedin_slug': 'text',
  'p.crunchbase_slug': 'text',
  'p.twitter_slug': 'text',
  'e.company_slug': 'text',
  'e.title': 'role',
  'e.title_key': 'title',
  'ed.school_key': 'school',
  'company_location_tags.location_id': 'id',
  'company_industry_tags.industry_id': 'id',
  'ilt.location_id': 'id',
} as const;

export type ComparedColumn = keyof typeof listColumns;

export type KnownColumn = 'p.linkedin' | 'p.email' | 'p.phone' | 'p.twitter' | 'p.current_company_id';
export type FlagColumn = 'p.is_investor' | 'e.is_current' | 'di.lead' | 'pd.led' | 'pd.angel' | 'pd.institutional';

/** For each relation, the key of a record and the query for the keys of records that have the related record. */
export const relations = {
  companyOfDeal: ['d.company_id', 'SELECT c.id FROM companies c'],
  investorsOfDeal: ['d.id', 'SELECT di.deal_id FROM deal_investors di JOIN investors i ON i.id = di.investor_id'],
  investorLocationsOfDeal: [
    'd.id',
    'SELECT di.deal_id FROM deal_investors di JOIN investor_location_tags ilt USING (investor_id)',
  ],
  peopleOfDeal: [
    'd.id',
    'SELECT da.deal_id FROM deal_angels da JOIN people p ON p.id = da.person_id',
    'SELECT dp.deal_id FROM deal_partners dp JOIN people p ON p.id = dp.person_id',
  ],
  locationsOfDeal: ['d.company_id', 'SELECT company_id FROM company_location_tags'],
  industriesOfDeal: ['d.company_id', 'SELECT company_id FROM company_industry_tags'],
  locationsOfCompany: ['c.id', 'SELECT company_id FROM company_location_tags'],
  industriesOfCompany: ['c.id', 'SELECT company_id FROM company_industry_tags'],
  latestDealOfCompany: ['c.latest_deal_id', 'SELECT d.id FROM deals d'],
  dealsOfCompany: ['c.id', 'SELECT d.company_id FROM deals d'],
  investorsOfCompany: [
    'c.id',
    'SELECT cv.company_id FROM company_investors cv JOIN investors i ON i.id = cv.investor_id',
  ],
  angelsOfCompany: ['c.id', 'SELECT ca.company_id FROM company_angels ca JOIN people p ON p.id = ca.person_id'],
  locationsOfInvestor: ['i.id', 'SELECT ilt.investor_id FROM investor_location_tags ilt'],
  employer: ['p.current_company_id', 'SELECT c.id FROM companies c'],
  dealsOfEmployer: ['p.current_company_id', 'SELECT d.company_id FROM deals d'],
  latestDealOfEmployer: [
    'p.current_company_id',
    'SELECT c.id FROM companies c JOIN deals d ON d.id = c.latest_deal_id',
  ],
  jobs: ['p.id', 'SELECT e.person_id FROM employments e'],
  jobsWithCompany: ['p.id', 'SELECT e.person_id FROM employments e LEFT JOIN companies c ON c.id = e.company_id'],
  educations: ['p.id', 'SELECT ed.person_id FROM educations ed'],
  firms: ['p.id', 'SELECT pf.person_id FROM person_firms pf JOIN investors i ON i.id = pf.investor_id'],
} as const satisfies Record<string, readonly [key: string, ...queries: string[]]>;
export type Relation = keyof typeof relations;
