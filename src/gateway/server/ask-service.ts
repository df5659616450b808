import { type Dispatcher, interceptors, request } from 'undici';
import type { ChargeReply } from '#contract/charge.ts';
import type { NameSearches } from '#ask/name-words.ts';
import { isObject, parseJson } from '#contract/json.ts';
import type { searchEndpoints } from '#ask/reading.ts';
import { industry, location } from '#contract/lookups.ts';
import { buildService } from '../../service/app.ts';
import type { Pool } from '../../service/db/pool.ts';
import { StartError } from '../../service/db/start-error.ts';
import { findIndustries, findLocations } from '../../service/lookups/search.ts';
import { createApiSender } from '../mcp/send-to-api.ts';
import { formatUpstreamUrl, type Upstream } from '../environment.ts';
import { createProxyDispatcher } from './upstream.ts';

type SearchEndpoint = (typeof searchEndpoints)[keyof typeof searchEndpoints];

/** A response of a search: its JSON, or its text where it is none. */
type SearchResponse = Pick<ChargeReply, 'status' | 'headers'> & { readonly content: unknown };

/** What a program that reads sentences needs from a service: free searches by name, and paid searches. */
export type AskService = {
  readonly searches: NameSearches;
  search(endpoint: SearchEndpoint, body: object): Promise<SearchResponse>;
  close(): Promise<void>;
};

const limit = 25;

/** The local service, in this process; `readKey` returns the key that pays. */
export function openOwnService(sql: Pool, readKey: () => Promise<string>, close: () => Promise<void>): AskService {
  return {
    searches: cacheSearches({
      findLocations: async (name) => (await findLocations(sql, { name, limit })).matches,
      findIndustries: async (name) => (await findIndustries(sql, { name, limit })).matches,
    }),
    async search(endpoint, body) {
      const app = await buildService({ db: sql });
      const send = createApiSender(app, { key: await readKey() });
      const response = await send({ endpoint, body });
      await app.close();
      const { headers, ...reply } = response;
      return { ...reply, headers: { get: (name) => headers[name.toLowerCase()] ?? null } };
    },
    close,
  };
}

/** A hosted service under its own address and key. */
export function openHostedService(upstream: Upstream): AskService {
  const { key } = upstream;
  // A limit of calls per minute ends within that minute; paid requests are never repeated.
  const retry = interceptors.retry({ methods: ['GET'], statusCodes: [429], maxRetries: 3, maxTimeout: 61_000 });
  const dispatcher = createProxyDispatcher().compose(retry);
  const send = (method: 'GET' | 'POST', path: string, body?: object) =>
    sendRequest(dispatcher, formatUpstreamUrl(upstream, path), {
      method,
      ...(key === undefined ? {} : { key }),
      ...(body ? { body } : {}),
    });
  const find = async (path: string, name: string) => {
    const { status, content } = await send('GET', `${path}?${new URLSearchParams({ name }).toString()}`);
    // Without a response, a place would be taken for an unknown word.
    if (status !== 200 || !isObject(content))
      throw new StartError(
        `The hosted service answered ${status}${status === 200 ? ' without JSON' : ''} to a search for "${name}".`,
        'Check FUNDSCOPE_UPSTREAM and FUNDSCOPE_KEY.',
      );
    return isObject(content['data']) ? content['data'] : {};
  };
  return {
    searches: cacheSearches({
      findLocations: async (name) => location.array().parse((await find('/location/search', name))['locations'] ?? []),
      findIndustries: async (name) =>
        industry.array().parse((await find('/industry/search', name))['industries'] ?? []),
    }),
    search: ({ path }, body) => send('POST', path, body),
    close: () => dispatcher.close(),
  };
}

type Sending = { readonly method: 'GET' | 'POST'; readonly key?: string; readonly body?: object };

async function sendRequest(
  dispatcher: Dispatcher,
  url: string,
  { method, key, body }: Sending,
): Promise<SearchResponse> {
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const response = await request(url, { dispatcher, method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return readResponse(response, await response.body.text());
}

type ResponseHead = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
};

function readResponse({ statusCode, headers }: ResponseHead, text: string): SearchResponse {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  return { status: statusCode, headers: { get }, content: parseJson(text) ?? text };
}

/** The same searches; each name is searched only once. */
const cacheSearches = ({ findLocations: locations, findIndustries: industries }: NameSearches): NameSearches => ({
  findLocations: cacheByName(locations),
  findIndustries: cacheByName(industries),
});

function cacheByName<T>(find: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (name) => {
    const found = cache.get(name) ?? find(name);
    cache.set(name, found);
    return found;
  };
}
