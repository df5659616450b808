import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { searchScreens, type SearchCatalogue, type SearchScreen } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { shortenId } from '../../platform/format.ts';
import { parseRawSearch, readUrl } from '../../platform/url/url.ts';
import { readKnownName } from '../lookups/known-names.ts';
import { findAddress, pickQuery, type SearchUrl } from '../query/search-query.ts';
import { describeSearch, collectNames } from '../query/sentence.ts';

const catalogues: Readonly<Record<SearchScreen, SearchCatalogue>> = {
  deals: dealCatalogue,
  companies: companyCatalogue,
  investors: investorCatalogue,
  people: personCatalogue,
};

type LoggedRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly summary: string;
};

/**
 * A request in one sentence, for the history, the ledger and saved searches. Names come from the URL of the screen that
 * sent it (`search`, with its question mark) and from the names known on this device.
 */
export function describeRequest({ method, path, body, summary }: LoggedRequest, search = ''): string {
  const screen = searchScreens.find((name) => path === `/${name}`);
  if (method !== 'POST' || !body || !screen) {
    return [summary, describeParameters(path)].filter((part) => part !== '').join(': ');
  }
  const catalogue = catalogues[screen];
  const url = readUrl(findAddress(catalogue).schema, parseRawSearch(search)).value as SearchUrl;
  return describeSearch(catalogue, body, collectNames(pickQuery(url)));
}

/** The id in a path and the values of its query, as names where this device knows them. */
function describeParameters(path: string): string {
  const [pathname = '', query = ''] = path.split('?');
  const ids = /[\da-f]{8}-[\da-f-]{27}/i.exec(pathname) ?? [];
  return [...ids, ...new URLSearchParams(query).values()].map(formatValue).join(', ');
}

function formatValue(value: string): string {
  if (!/^[\da-f]{8}-[\da-f-]{27}$/i.test(value)) return value;
  return readKnownName('company', value) ?? readKnownName('investor', value) ?? shortenId(value);
}
