import { z } from 'zod';
import { readAlertConfigurations, readAlerts } from '#contract/alerts.ts';
import { companyCatalogue } from '#contract/company-filters.ts';
import { lookUpCompanies, readCompany, searchCompanies } from '#contract/companies.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import {
  readCompanyDeals,
  readDeal,
  readInvestorDeals,
  readDealInvestors,
  readPersonDeals,
  searchDeals,
} from '#contract/deals.ts';
import { perRow } from '#contract/credits.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointId } from '#contract/endpoints.ts';
import { describeMembers, type SearchCatalogue } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { lookUpInvestors, readInvestor, searchInvestors } from '#contract/investors.ts';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import { readMarket, readPosition } from '#contract/market.ts';
import { readNames } from '#contract/names.ts';
import { lookUpPeople, readPerson, searchPeople } from '#contract/people.ts';
import { parseTolerantly } from '#contract/record.ts';
import { readRoutes } from '#contract/routes.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { operations, parameterTexts } from '../../service/http/openapi-operations.ts';
import { buildScreenLink, listLinks } from './screen-links.ts';
import { describeCredits, quoteCall, ToolError, type ToolSession } from './session.ts';
import type { ToolRequest } from './send-to-api.ts';
import { describeExactly, describeTolerantly, type JsonSchema, type ObjectJsonSchema } from './tool-schemas.ts';

/** The arguments of a call, without `max_credits`. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool of the assistant. */
export type AssistantTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectJsonSchema;
  readonly output: ObjectJsonSchema;
  readonly isFree: boolean;
  /** The highest price of a call in tenths. Throws a ToolError for arguments that no call could have. */
  quote(given: ToolArguments, session: ToolSession): number;
  /** Throws a ToolError if the call is impossible. */
  run(given: ToolArguments, session: ToolSession, maxTenths: number | undefined): Promise<object>;
};

/** The endpoints that are tools, by the name of the tool. */
const toolEndpoints = {
  search_deals: searchDeals,
  search_companies: searchCompanies,
  search_investors: searchInvestors,
  search_people: searchPeople,
  read_deal: readDeal,
  read_deal_investors: readDealInvestors,
  read_company: readCompany,
  read_company_deals: readCompanyDeals,
  read_investor: readInvestor,
  read_investor_deals: readInvestorDeals,
  read_person: readPerson,
  read_person_deals: readPersonDeals,
  find_companies: lookUpCompanies,
  find_investors: lookUpInvestors,
  find_people: lookUpPeople,
  find_locations: searchLocations,
  find_industries: searchIndustries,
  list_alerts: readAlertConfigurations,
  read_alerts: readAlerts,
} as const satisfies Record<string, Endpoint>;

/** The name of the tool that sends a request to an endpoint. */
export const findToolName = (id: EndpointId): string | undefined =>
  Object.entries(toolEndpoints).find(([, endpoint]) => endpoint.id === id)?.[0];

/** The tools of the contract; `hasNames` if the service is our own, which returns names and counts for free. */
export function createEndpointTools(hasNames: boolean): AssistantTool[] {
  const named = hasNames
    ? { read_names: readNames, market: readMarket, compare_round: readPosition, routes: readRoutes }
    : {};
  return Object.entries<Endpoint>({ ...toolEndpoints, ...named }).map(([name, endpoint]) =>
    createEndpointTool(name, endpoint),
  );
}

const noInput = z.strictObject({});
const spending = z.object({ credits_used: z.number(), session_credits_left: z.number() });
const listing = z.object({
  total_count: z.int().optional(),
  ignored_filters: z.array(z.string()).optional(),
  screen: z.string().optional().describe('The screen with these filters, to show a person; opening it is free.'),
  links: z.record(z.string(), z.string()).optional().describe('Screens to show a person, by the id of the record.'),
});

function createEndpointTool(name: string, endpoint: Endpoint): AssistantTool {
  const { id, summary, cost } = endpoint;
  const input = describeArguments(endpoint);
  // The rows of a search by name and the investors of a deal are less than full records.
  const isWhole = cost.tenths === perRow.tenths && id !== readDealInvestors.id;
  const { description } = id in operations ? operations[id as keyof typeof operations] : { description: summary };
  const output = describeTolerantly(endpoint.data.extend({ ...listing.shape, ...spending.shape }));
  return {
    name,
    title: summary,
    description: `${description} ${describePrice(endpoint)}`,
    input,
    output: { ...output, required: Object.keys(endpoint.data.shape).concat(Object.keys(spending.shape)) },
    isFree: cost.per === 'nothing',
    quote: (given, session) => quoteCall(endpoint, countRows(endpoint, parseArguments(endpoint, given), session)),
    async run(given, session, maxTenths) {
      const parsed = parseArguments(endpoint, given);
      const highest = quoteCall(endpoint, countRows(endpoint, parsed, session));
      const { content, headers, billed } = await session.spend(
        buildRequest(endpoint, given, parsed),
        highest,
        maxTenths,
      );
      const { data, meta } = (content ?? {}) as { data?: unknown; meta?: { total_count?: unknown } };
      const read = parseTolerantly(endpoint.data, data, () => undefined) as object | null;
      if (read === null) throw new ToolError('The response of the service is not one of this endpoint.');
      session.unlocked.add(read, isWhole);
      const ignored = headers['x-ignored-filters'];
      const catalogue = catalogues[id];
      const links = listLinks(session.publicUrl, id, read);
      return {
        ...read,
        ...(typeof meta?.total_count === 'number' ? { total_count: meta.total_count } : {}),
        ...(ignored === undefined ? {} : { ignored_filters: ignored.split(',').map(decodePercent) }),
        ...(catalogue ? { screen: buildScreenLink(session.publicUrl, catalogue, parsed) } : {}),
        ...(Object.keys(links).length > 0 ? { links } : {}),
        credits_used: billed / 10,
        session_credits_left: session.budget.left / 10,
      };
    },
  };
}

/** A service may send text that is not percent-encoded. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function describePrice({ id, cost: { per, tenths } }: Endpoint): string {
  if (id === readDealInvestors.id)
    return '1 credit per investor and angel of the deal, which has to be read or found first.';
  return per === 'nothing' ? 'Free.' : `${describeCredits(tenths)} per ${per === 'row' ? 'returned row' : 'call'}.`;
}

const argumentSchema = ({ body, query, params }: Endpoint): z.ZodType<object> => body ?? query ?? params ?? noInput;

/** The arguments after the contract's checks, with its defaults. */
function parseArguments(endpoint: Endpoint, given: ToolArguments): ToolArguments {
  const read = argumentSchema(endpoint).safeParse(given);
  if (read.success) return read.data as ToolArguments;
  throw new ToolError(
    `These arguments are not valid. Nothing was sent.\n${read.error.issues
      .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`)
      .join('\n')}`,
  );
}

/** The maximum number of rows that a request can return. */
function countRows({ id }: Endpoint, parsed: ToolArguments, { unlocked }: ToolSession): number {
  if (id !== readDealInvestors.id) return Number(parsed['page_size'] ?? 1);
  const rows = unlocked.countInvestors(String(parsed['id']));
  if (rows === undefined)
    throw new ToolError('The price is not known. Read the deal first with read_deal or search_deals.');
  return rows;
}

function buildRequest(endpoint: Endpoint, given: ToolArguments, parsed: ToolArguments): ToolRequest {
  // The price depends on the number of rows, so it is not left to the default of a service.
  const sent = 'page_size' in parsed ? { ...given, page_size: parsed['page_size'] } : given;
  const texts = Object.entries(sent).map(([name, value]) => [name, String(value)] as const);
  const isInPath = ([name]: readonly [string, string]) => endpoint.path.includes(`{${name}}`);
  const params = Object.fromEntries(texts.filter(isInPath));
  if (endpoint.body) return { endpoint, params, body: sent };
  return { endpoint, params, query: Object.fromEntries(texts.filter((text) => !isInPath(text))) };
}

const catalogues: Readonly<Record<string, SearchCatalogue>> = {
  searchDeals: dealCatalogue,
  searchCompanies: companyCatalogue,
  searchInvestors: investorCatalogue,
  searchPeople: personCatalogue,
};

/** The arguments as a schema; filters are described by their catalogue, parameters as in the API reference. */
function describeArguments(endpoint: Endpoint): ObjectJsonSchema {
  const schema = describeExactly(argumentSchema(endpoint), 'input');
  const catalogue = catalogues[endpoint.id];
  const texts = catalogue ? [...describeMembers(catalogue)] : Object.entries(parameterTexts);
  for (const [path, text] of texts) {
    const member = path
      .split('.')
      .reduce<JsonSchema | undefined>((part, name) => (part as Partial<ObjectJsonSchema>)?.properties?.[name], schema);
    if (member) member['description'] = [text, member['description']].filter(Boolean).join(' ');
  }
  return schema;
}
