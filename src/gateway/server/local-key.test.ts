import { expect, test } from 'vitest';
import type { IncomingHttpHeaders } from 'node:http';
import { canUseLocalKey, createLocalAccess } from './local-key.ts';

const loopback = { address: '127.0.0.1', family: 'IPv4', port: 4310 };
const from = (host: string): IncomingHttpHeaders => ({
  host,
  'x-fundscope': `http://${host}`,
  'sec-fetch-site': 'same-origin',
});
const own = from('127.0.0.1:4310');
const isAllowed = (bound: Parameters<typeof canUseLocalKey>[0], headers: IncomingHttpHeaders, httpVersion = '1.1') =>
  canUseLocalKey(bound, { httpVersion, headers });

test.each<[string, IncomingHttpHeaders]>([
  ['the dashboard by address', own],
  ['the dashboard by name', from('localhost:4310')],
  ['the dashboard by IPv6 address', from('[::1]:4310')],
  ['a POST of the dashboard', { ...own, origin: 'http://127.0.0.1:4310' }],
])('the key is added for %s', (_, headers) => {
  expect(isAllowed(loopback, headers)).toBe(true);
});

test.each<[string, IncomingHttpHeaders]>([
  ['a request without the header, such as an image, a form or a link', { host: own.host }],
  ['another value of the header', { ...own, 'x-fundscope': '1' }],
  ['a page behind a proxy that rewrites Host', { ...own, 'x-fundscope': 'https://funds.example' }],
  ['a repeated header', { ...own, 'x-fundscope': ['http://127.0.0.1:4310', 'http://127.0.0.1:4310'] }],
  ['no Sec-Fetch-Site', { host: own.host, 'x-fundscope': own['x-fundscope'] }],
  ['no host', { ...own, host: undefined }],
  ...['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'].map(
    (name): [string, IncomingHttpHeaders] => [`the proxy header ${name}`, { ...own, [name]: 'anything' }],
  ),
  ['a rebound name', from('evil.example:4310')],
  ['a name that only begins like ours', from('localhost.evil.example:4310')],
  ['a name that only ends like ours', from('evil-localhost:4310')],
  ['our name in capitals', from('LOCALHOST:4310')],
  ['our name with a dot', from('localhost.:4310')],
  ['another port', from('127.0.0.1:4311')],
  ['no port', from('127.0.0.1')],
  ['another loopback address', from('127.0.0.2:4310')],
  ['a page of another origin', { ...own, origin: 'http://evil.example' }],
  ['a page of our host on another port', { ...own, origin: 'http://127.0.0.1:5000' }],
  ['a page of our other name', { ...own, origin: 'http://localhost:4310' }],
  ['a page over https', { ...own, origin: 'https://127.0.0.1:4310' }],
  ['a sandboxed page', { ...own, origin: 'null' }],
  ['a cross-site request', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['a same-site request', { ...own, 'sec-fetch-site': 'same-site' }],
  ['a navigation', { ...own, 'sec-fetch-site': 'none' }],
])('the key is not added for %s', (_, headers) => {
  expect(isAllowed(loopback, headers)).toBe(false);
});

test.each([
  [{ ...loopback, address: '0.0.0.0' }],
  [{ ...loopback, address: '::', family: 'IPv6' }],
  [{ ...loopback, address: '192.168.1.10' }],
  ['/run/fundscope.sock'],
  [null],
])('the key is never added while the gateway listens on %o', (bound) => {
  expect(isAllowed(bound, own)).toBe(false);
});

test('the key is added on the IPv6 loopback, and on port 80 with and without the port', () => {
  expect(isAllowed({ ...loopback, address: '::1' }, own)).toBe(true);
  const plain = { ...loopback, port: 80 };
  expect(isAllowed(plain, from('localhost'))).toBe(true);
  expect(isAllowed(plain, from('localhost:80'))).toBe(true);
});

test('the key is not added to a request with HTTP/1.0, which proxies use', () => {
  expect(isAllowed(loopback, own, '1.0')).toBe(false);
});

test.each([
  ['on', {}, true],
  ['off', {}, false],
  ['off', { cookie: 'fundscope-token=secret' }, false],
  ['token', {}, false],
  ['token', { cookie: 'fundscope-token=guessed' }, false],
  ['token', { cookie: 'fundscope-token=sécret' }, false],
  ['token', { cookie: 'a=b; fundscope-token=secret' }, true],
] as const)('with FUNDSCOPE_LOCAL_KEY=%s a page that sends %o may use the key: %s', (localKey, cookie, allowed) => {
  const access = createLocalAccess({ localKey, trustProxy: undefined }, () => loopback, 'secret');
  const request = { httpVersion: '1.1', headers: { ...own, ...cookie } };
  expect([access.canUseKey(request), access.isOffered(request)]).toEqual([allowed, allowed]);
});
