import { employeeRangeNames, ipoStatusNames } from './filters.ts';
import { maxListUrls } from './request-parts.ts';

/*
 * What the searches share: kind, members and help of the filters that describe one thing. `at` is the member of the
 * body that contains them. Each search adds label and phrase, and overrides the few members that have other names.
 */

/** Filters that describe a company; `company` is its name in the help: "the current employer". */
export const describeCompany = <const At extends string>(at: At, company: string) =>
  ({
    about: {
      kind: 'semantic',
      paths: [`${at}.search_query`, `${at}.min_relevance`],
      help: `What ${company} does, in words.`,
    },
    location: { kind: 'locations', path: `${at}.locations`, help: `Where ${company} is, with every place inside it.` },
    industry: {
      kind: 'industries',
      paths: [`${at}.industries`, `${at}.super_categories`],
      help: `What ${company} does.`,
    },
    employees: {
      kind: 'multiSelect',
      path: `${at}.employee_count`,
      options: employeeRangeNames,
      help: `The number of employees of ${company}.`,
    },
    totalRaised: {
      kind: 'moneyRange',
      paths: [`${at}.total_raised_min`, `${at}.total_raised_max`],
      help: `The total raised by ${company}.`,
    },
    ipoStatus: {
      kind: 'multiSelect',
      path: `${at}.ipo_status`,
      options: ipoStatusNames,
      help: `Whether ${company} is listed on a stock exchange.`,
    },
  }) as const;

/** Filters that describe a round. */
export const describeRound = <const At extends string>(at: At, round: string) =>
  ({
    type: {
      kind: 'rounds',
      path: `${at}.financing_types`,
      help: `The type of ${round}. A type without modifiers matches only the plain round.`,
    },
    announced: {
      kind: 'dateRange',
      paths: [`${at}.date_start`, `${at}.date_end`],
      help: `The UTC day on which ${round} was announced.`,
    },
    size: {
      kind: 'moneyRange',
      paths: [`${at}.size_min`, `${at}.size_max`],
      help: `What ${round} raised. An undisclosed amount matches no bound.`,
    },
    added: {
      kind: 'dateRange',
      paths: [`${at}.created_start`, `${at}.created_end`],
      help: `The UTC day on which ${round} was added to the database.`,
    },
    investors: {
      kind: 'records',
      path: `${at}.investor_ids`,
      of: 'investor',
      help: `Investors that took part in ${round}.`,
    },
  }) as const;

const onlyThese = 'only {}';

/** Filters that select records by their identifiers. */
export const describeIdentifiers = <const At extends string>(at: At, one: string, many: string) =>
  ({
    ids: {
      kind: 'ids',
      path: `${at}.ids`,
      label: 'By id',
      phrase: onlyThese,
      noun: one,
      plural: many,
      help: `Ids of ${many}. Identifiers of different kinds are combined with OR.`,
    },
    domain: {
      kind: 'texts',
      path: `${at}.domains`,
      label: 'By domain',
      phrase: onlyThese,
      noun: 'domain',
      max: maxListUrls,
      help: `Domains of ${many}; scheme, www and path are ignored.`,
    },
    linkedin: { ...describeUrl('LinkedIn', many), path: `${at}.linkedin_urls` },
    crunchbase: { ...describeUrl('Crunchbase', many), path: `${at}.crunchbase_urls` },
  }) as const;

/** A filter by the addresses of profiles on a site; `path` is missing. */
export const describeUrl = (site: string, many: string) =>
  ({
    kind: 'texts',
    label: `By ${site} URL`,
    phrase: onlyThese,
    noun: `${site} URL`,
    max: maxListUrls,
    help: `${site} URLs of ${many}, compared by slug.`,
  }) as const;
