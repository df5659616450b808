import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createAssistantClient } from '../../testing/assistant-client.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createRecordIndex } from '../../service/index/record-index.ts';
import { createAssistantServer } from './assistant-server.ts';
import { type ToolRequest, type ToolResponse, createApiSender, type SendToApi } from './send-to-api.ts';
import { ToolSession } from './session.ts';

const today = '2026-11-21';
/** The parts of results that the tests read. */
type Row = { id: string; name: string; company_id: string; investor_ids: string[]; angel_investor_ids: string[] };
type ToolResult = Record<string, unknown> &
  Record<'deals' | 'companies' | 'investors' | 'people' | 'records', Row[]> &
  Record<'deal' | 'person' | 'investor' | 'arguments', Row> & { tool: string; credits_used: number; price: number };
let sent: ToolRequest[];
const opened: Client[] = [];
const index = createRecordIndex();
const service = openForTests(() => startService({ demo: true, index, clock: () => new Date(`${today}T12:00:00Z`) }));
beforeAll(async () => {
  await index.update(service.sql);
  await service.sql`UPDATE accounts SET purchased_tenths = 1000000`;
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

/** Opens an assistant in a session with a budget, on the real service unless `answer` replaces it. */
async function openAssistant(credits = 100, answer?: (request: ToolRequest, real: SendToApi) => Promise<ToolResponse>) {
  sent = [];
  const real = createApiSender(service.app, { key: service.key });
  const send: SendToApi = (request) => {
    sent.push(request);
    return answer ? answer(request, real) : real(request);
  };
  const server = createAssistantServer({
    session: new ToolSession(send, credits * 10, 'https://funds.example'),
    hasNames: true,
  });
  const client = createAssistantClient();
  const [own, other] = InMemoryTransport.createLinkedPair();
  await server.connect(other);
  await client.connect(own);
  // The client checks results only against schemas that it has listed.
  await client.listTools();
  opened.push(client);
  return async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given });
    const [first] = result.content as { text: string }[];
    return {
      result: (result.structuredContent ?? {}) as ToolResult,
      text: first?.text ?? '',
      failed: result.isError,
    };
  };
}
const readBalance = async () => {
  const [row] = await service.sql<{ tenths: string }[]>`
    SELECT sum(purchased_tenths + monthly_tenths) AS tenths FROM accounts`;
  return Number(row?.tenths);
};

test('every tool has schemas of objects, annotations and max_credits', async () => {
  const call = await openAssistant();
  const { tools } = await opened[0]!.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'search_deals',
      'read_company',
      'find_locations',
      'read_alerts',
      'ask',
      'price',
      'account',
    ]),
  );
  for (const { inputSchema, outputSchema, annotations, description } of tools) {
    expect(inputSchema.properties).toHaveProperty('max_credits');
    expect(outputSchema?.type).toBe('object');
    expect(annotations).toMatchObject({ destructiveHint: false });
    expect(description).toMatch(/Free\.$|[Cc]redits? per/);
    expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/\$ref|\$defs|\$schema/);
  }
  const isReadOnly = new Map(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
  expect([isReadOnly.get('find_locations'), isReadOnly.get('search_deals')]).toEqual([true, false]);
  expect(await call('nothing').catch((error: Error) => error.message)).toContain('There is no tool nothing.');
});

test('a search is charged, counted in the budget and stored, and its rows match the schema', async () => {
  const call = await openAssistant();
  const before = await readBalance();
  for (const [name, member] of [
    ['search_deals', 'deals'],
    ['search_companies', 'companies'],
    ['search_investors', 'investors'],
    ['search_people', 'people'],
  ] as const) {
    const { result } = await call(name, { page_size: 3 });
    expect(result[member]).toHaveLength(3);
    expect(result).toMatchObject({ credits_used: 3, total_count: expect.any(Number) });
    const links = result['links'] as Record<string, string>;
    expect(result['screen']).toMatch(/^https:\/\/funds\.example\/\w+\?/);
    for (const { id } of result[member]) expect(links[id]).toMatch(/^https:\/\/funds\.example\/\w+\/[\da-f-]{36}$/);
  }
  expect(before - (await readBalance())).toBe(120);
  const { result } = await call('account');
  expect(result).toMatchObject({ session: { credits: 100, spent: 12, left: 88 }, account: { plan: 'PRO_PLUS' } });
  const { result: unlocked } = await call('list_unlocked');
  expect(unlocked['records']).toHaveLength(12);
});

test('figures about a market, the size of a round among its peers, and routes are free', async () => {
  const call = await openAssistant();
  const { result } = await call('market', { deals: {}, blocks: ['clock', 'sizes'] });
  expect(result).toMatchObject({
    credits_used: 0,
    market: { known_on: today, clock: { estimate: expect.any(Object) } },
  });
  const { result: deals } = await call('search_deals', { page_size: 1, sort_by: 'largest_raise' });
  const { result: compared } = await call('compare_round', { deal_id: deals.deals[0]!.id });
  expect(compared).toMatchObject({ credits_used: 0, position: { peers: expect.any(Object) } });
  const { result: found } = await call('search_investors', { page_size: 2, sort_by: 'total_deals' });
  const [own, other] = found.investors.map(({ id }) => id);
  const { result: routes } = await call('routes', {
    from: { investor_ids: [own] },
    to: { kind: 'investor', id: other },
  });
  expect(routes).toMatchObject({ credits_used: 0, to: { id: other }, routes: expect.any(Array) });
});

test('one record of each kind is read, and the rounds of its owner', async () => {
  const call = await openAssistant();
  const { result: deals } = await call('search_deals', { page_size: 1 });
  const deal = deals.deals[0]!;
  expect((await call('read_deal', { id: deal.id })).result['deal'].id).toBe(deal.id);
  expect((await call('read_company', { id: deal.company_id })).result).toMatchObject({ credits_used: 1 });
  expect((await call('read_company_deals', { id: deal.company_id, page_size: 2 })).failed).toBeUndefined();
  const { result: names } = await call('read_names', { company_ids: [deal.company_id] });
  expect(names).toMatchObject({ credits_used: 0, names: [{ id: deal.company_id }] });
  const { result: people } = await call('search_people', { page_size: 1, person_type: 'investor' });
  const person = people.people[0]!;
  expect((await call('read_person', { id: person.id })).result['person'].name).toBe(person.name);
  const { result: investors } = await call('search_investors', { page_size: 1 });
  const investor = investors.investors[0]!;
  expect((await call('read_investor', { id: investor.id })).result['investor'].name).toBe(investor.name);
  expect((await call('read_investor_deals', { id: investor.id, page_size: 1 })).result['deals']).toHaveLength(1);
  expect((await call('find_investors', { name: investor.name })).result).toMatchObject({ credits_used: 0.1 });
  const { result: unlocked } = await call('list_unlocked', { kind: 'investor' });
  expect(unlocked.records).toEqual([{ kind: 'investor', id: investor.id, name: investor.name }]);
});

test('the investors of a deal have a price once the deal was received', async () => {
  const call = await openAssistant();
  const { result } = await call('search_deals', { page_size: 1 });
  const deal = result.deals[0]!;
  const rows = deal.investor_ids.length + deal.angel_investor_ids.length;
  const stranger = '00000000-0000-4000-8000-000000000000';
  expect((await call('read_deal_investors', { id: stranger })).text).toContain('Read the deal first');
  expect((await call('price', { tool: 'read_deal_investors', arguments: { id: deal.id } })).result['price']).toBe(rows);
  expect((await call('read_deal_investors', { id: deal.id })).result).toMatchObject({ credits_used: rows });
});

test('the price of a call is free to look up and at least what is billed', async () => {
  const call = await openAssistant();
  for (const [tool, given] of Object.entries({
    search_deals: { page_size: 25, company: { locations: ['germany'] } },
    search_companies: {},
    find_people: { name: 'maren' },
    find_locations: { name: 'berlin' },
  })) {
    sent = [];
    const { result } = await call('price', { tool, arguments: given });
    expect(sent).toEqual([]);
    const { result: paid } = await call(tool, given);
    expect(paid['credits_used']).toBeLessThanOrEqual(result['price']);
  }
});

test('a call above max_credits or with invalid arguments is not sent', async () => {
  const call = await openAssistant();
  sent = [];
  expect(await call('search_deals', { page_size: 20, max_credits: 19 })).toMatchObject({
    failed: true,
    text: 'This call can cost 20 credits, more than max_credits. Nothing was sent.',
  });
  expect((await call('search_deals', { page_size: 501 })).text).toContain('page_size');
  expect((await call('search_deals', { colour: 'red' })).text).toContain('colour');
  expect((await call('search_deals', { max_credits: '5' })).text).toContain('max_credits must be a number');
  expect((await call('find_locations', { name: 'berlin', max_credits: 0 })).failed).toBeUndefined();
  expect(sent).toHaveLength(1);
});

test('concurrent calls never exceed the budget together', async () => {
  const call = await openAssistant(25);
  const before = await readBalance();
  const results = await Promise.all(Array.from({ length: 12 }, () => call('search_deals', { page_size: 10 })));
  expect(results.filter(({ failed }) => !failed)).toHaveLength(2);
  expect(results.find(({ failed }) => failed)?.text).toMatch(
    /can cost 10 credits, but 5 credits of the session's 25 are left/,
  );
  expect(before - (await readBalance())).toBe(200);
  expect((await call('search_deals', { page_size: 5 })).result).toMatchObject({ session_credits_left: 0 });
});

test('the part of a reservation that is not billed is released', async () => {
  const call = await openAssistant(10);
  const nowhere = { identifiers: { deal_ids: ['00000000-0000-4000-8000-000000000000'] } };
  expect((await call('search_deals', nowhere)).result).toMatchObject({ credits_used: 0, session_credits_left: 10 });
  expect((await call('read_company', { id: '00000000-0000-4000-8000-000000000000' })).text).toContain(
    'COMPANY_NOT_FOUND',
  );
  expect((await call('account')).result['session']).toMatchObject({ spent: 0, left: 10 });
});

test('a request without a known outcome counts at its highest price', async () => {
  const lost = {
    success: false,
    error: { code: 'TIMEOUT', message: 'Lost.', details: { outcome: 'unknown', help: 'Look.' } },
  };
  const call = await openAssistant(30, async () => ({ status: 504, headers: {}, content: lost }));
  expect((await call('search_deals')).text).toContain('10 credits of the session are booked');
  const broken = await openAssistant(30, () => Promise.reject(new Error('broken')));
  await expect(broken('search_deals')).rejects.toThrow('broken');
  expect((await call('price', { tool: 'search_deals' })).result).toMatchObject({ session_credits_left: 20 });
});

test.each<[string, Partial<ToolResponse>]>([
  ['a negative charge', { content: { data: { deals: [] }, meta: { credits_used: -1000 } } }],
  ['a negative charge in its header', { headers: { 'x-credits-used': '-1000' } }],
  ['a charge of 400 digits', { headers: { 'x-credits-used': '9'.repeat(400) } }],
  ['a charge finer than a tenth', { content: { data: { deals: [] }, meta: { credits_used: 2.55 } } }],
  ['a charge as text', { content: { data: { deals: [] }, meta: { credits_used: '3' } } }],
  ['a repetition of what was never sent', { headers: { 'idempotency-replayed': 'true', 'x-credits-used': '0.0' } }],
  ['a status that HTTP does not have', { status: 999, content: { error: { code: 'BROKEN', message: 'No.' } } }],
  ['the page of a balancer', { status: 502, content: undefined }],
])('%s counts as the highest price and never raises the budget', async (_, given) => {
  const response = { status: 200, headers: {}, content: { data: { deals: [] } }, ...given };
  const call = await openAssistant(25, async () => response);
  const { text } = await call('search_deals');
  expect(text).not.toContain('You were not charged');
  expect((await call('account')).result['session']).toMatchObject({ spent: 10, left: 15 });
});

test('the same call after a lost response is not charged again', async () => {
  let isLost = true;
  const content = { error: { code: 'TIMEOUT', message: 'Lost.', details: { outcome: 'unknown', help: 'Try again.' } } };
  const call = await openAssistant(30, async (request, real) => {
    const response = await real(request);
    return isLost ? { status: 504, headers: {}, content } : response;
  });
  const before = await readBalance();
  expect((await call('search_deals', { page_size: 4 })).failed).toBe(true);
  isLost = false;
  expect((await call('search_deals', { page_size: 4 })).result).toMatchObject({ credits_used: 0 });
  expect((await call('search_deals', { page_size: 4 })).result).toMatchObject({ credits_used: 4 });
  expect(before - (await readBalance())).toBe(80);
  expect((await call('account')).result['session']).toMatchObject({ spent: 8 });
});

test('filters that were ignored are named, and rows of another service are passed on', async () => {
  const call = await openAssistant();
  const { result } = await call('search_deals', { company: { locations: ['atlantis'] }, page_size: 1 });
  expect(result['ignored_filters']).toEqual(['company.locations=atlantis']);
  const odd = { id: '00000000-0000-4000-8000-000000000001', round_type: 'SERIES_Z', extra: 1, financings: 'none' };
  const other = await openAssistant(10, async () => ({
    status: 200,
    headers: { 'x-credits-used': '1.0' },
    content: { success: true, data: { deals: [odd, { round_type: 'SEED' }] } },
  }));
  expect((await other('search_deals', { page_size: 2 })).result['deals']).toEqual([
    expect.objectContaining({ ...odd, financings: null, date: null }),
  ]);
});

test('a sentence becomes a call that the tool accepts, by names that are unlocked', async () => {
  const call = await openAssistant();
  const { result } = await call('ask', { sentence: 'seed deals in Germany and Springfield', today });
  expect(result).toMatchObject({
    tool: 'search_deals',
    arguments: { deal: { financing_types: [{ type: 'SEED' }] }, company: { locations: ['germany'] } },
    price: 10,
    unread: [],
    choices: [{ words: 'Springfield' }],
  });
  expect((await call(result['tool'], { ...result['arguments'], page_size: 1 })).failed).toBeUndefined();
  const { result: investors } = await call('search_investors', { page_size: 1 });
  const { id, name } = investors.investors[0]!;
  const { result: known } = await call('ask', { sentence: `deals backed by ${name}` });
  expect(known['arguments']).toEqual({ investors: { investor_ids: [id] } });
  expect((await call('account')).result['session']).toMatchObject({ spent: 2 });
});

test('round types, places and industries are resources, found by name and completed', async () => {
  await openAssistant();
  const [client] = opened;
  const read = async (uri: string) => {
    const { contents } = await client!.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text) as Record<string, string>[];
  };
  expect(await read('fundscope://saved-searches')).toEqual([]);
  expect(await read('fundscope://round-types')).toContainEqual({ type: 'SERIES_A', name: 'Series A' });
  expect((await read('fundscope://places/new%20york'))[0]).toMatchObject({ location_type: 'CITY', name: 'New York' });
  expect((await read('fundscope://industries/fintech'))[0]).toHaveProperty('permalink');
  const { completion } = await client!.complete({
    ref: { type: 'ref/resource', uri: 'fundscope://places/{name}' },
    argument: { name: 'name', value: 'Springf' },
  });
  expect(completion.values).toContain('Springfield');
  expect((await client!.listResourceTemplates()).resourceTemplates).toHaveLength(2);
});

test('prompts name only tools that exist, and a limit of credits', async () => {
  await openAssistant();
  const [client] = opened;
  const tools = new Set((await client!.listTools()).tools.map(({ name }) => name));
  const { prompts } = await client!.listPrompts();
  expect(prompts.map(({ title }) => title)).toEqual([
    'Screen deals',
    'Brief on a company',
    'Weekly review',
    'Benchmark a round',
    'Landscape of a market',
    'Brief on an investor',
  ]);
  const subject = 'Ridge Capital';
  const subjects = ['thesis', 'company', 'focus', 'round', 'market', 'investor'];
  const given = { ...Object.fromEntries(subjects.map((name) => [name, subject])), max_credits: '12' };
  for (const { name, arguments: wanted = [] } of prompts) {
    const own = Object.fromEntries(Object.entries(given).filter(([key]) => wanted.some((one) => one.name === key)));
    const { messages } = await client!.getPrompt({ name, arguments: own });
    const { text } = messages[0]!.content as { text: string };
    expect(text).toContain('at most 12 credits');
    expect(text).toContain(subject);
    const named = text.match(/\b(?:read|list|find|search)_[a-z_]+/g) ?? [];
    expect(named.filter((tool) => !tools.has(tool))).toEqual([]);
  }
});
