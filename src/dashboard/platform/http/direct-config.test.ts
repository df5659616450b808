import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildDirectConfig, parseServiceAddress } from './direct-config.ts';

beforeEach(() => vi.stubGlobal('window', { isSecureContext: true }));
afterEach(() => vi.unstubAllGlobals());

test.each([
  [' https://api.example.com/api/v1/ ', 'https://api.example.com/api/v1'],
  ['HTTPS://API.example.com', 'https://api.example.com'],
  ['http://localhost:4310/api/v1', 'http://localhost:4310/api/v1'],
  ['http://127.0.0.1:4310/api/v1//', 'http://127.0.0.1:4310/api/v1'],
])('%j is the address %s', (typed, address) => {
  expect(parseServiceAddress(typed)).toEqual({ address });
});

test.each([
  ['', /^Enter the whole address/],
  ['api.example.com/api/v1', /^Enter the whole address/],
  ['https://', /^Enter the whole address/],
  ['javascript:alert(1)', /^Enter the whole address/],
  ['https://me:secret@api.example.com', /^Remove the user name and password/],
  ['https://api.example.com/?key=secret', /^Remove everything from \?/],
  ['http://api.example.com/api/v1', /^The address must start with https/],
  ['http://localhost.example.com/api/v1', /^The address must start with https/],
])('%j is rejected with a reason', (typed, problem) => {
  expect(parseServiceAddress(typed)).toEqual({ problem: expect.stringMatching(problem) });
  expect(JSON.stringify(parseServiceAddress(typed))).not.toContain('secret');
});

const service = { address: 'https://api.example.com/api/v1', alertAmounts: 'millions' } as const;
const key = 'vg_0123456789ab_a-key-that-must-not-show';

test.each([
  ['with the browser’s cryptography', true],
  ['without it, on plain http', false],
])('%s an account has one opaque name for each address and key', async (_, secure) => {
  vi.stubGlobal('window', { isSecureContext: secure });
  const name = (await buildDirectConfig(service, key)).accountId;
  expect(name).toMatch(secure ? /^[0-9a-f]{24}$/ : /^[0-9a-f]{16}$/);
  expect((await buildDirectConfig(service, key)).accountId).toBe(name);
  expect((await buildDirectConfig(service, `${key}2`)).accountId).not.toBe(name);
  expect((await buildDirectConfig({ ...service, address: 'https://other.example' }, key)).accountId).not.toBe(name);
});

test('the page builds the configuration that a gateway would send, without the key', async () => {
  const known = await buildDirectConfig(service, key);
  expect(known).toMatchObject({
    service: 'upstream',
    host: 'api.example.com',
    key: 'browser',
    alertAmounts: 'millions',
  });
  expect(JSON.stringify(known)).not.toContain(key);
  expect(await buildDirectConfig(undefined, undefined)).toMatchObject({ host: null, accountId: null });
});
