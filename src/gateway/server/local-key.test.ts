import { expect, test } from 'vitest';
import { type InjectionHeaders, canUseLocalKey } from './local-key.ts';

const loopback = { address: '127.0.0.1', family: 'IPv4', port: 4310 };
const own: InjectionHeaders = { host: '127.0.0.1:4310', 'x-fundscope': '1' };

test.each<[string, InjectionHeaders]>([
  ['the dashboard by address', own],
  ['the dashboard by name', { ...own, host: 'localhost:4310' }],
  ['the dashboard by IPv6 address', { ...own, host: '[::1]:4310' }],
  ['a POST of the dashboard', { ...own, origin: 'http://127.0.0.1:4310', 'sec-fetch-site': 'same-origin' }],
])('the key is added for %s', (_, headers) => {
  expect(canUseLocalKey(loopback, headers)).toBe(true);
});

test.each<[string, InjectionHeaders]>([
  ['a request without the header, such as an image, a form or a link', { host: own.host }],
  ['another value of the header', { ...own, 'x-fundscope': 'true' }],
  ['a repeated header', { ...own, 'x-fundscope': ['1', '1'] }],
  ['no host', { 'x-fundscope': '1' }],
  ['a rebound name', { ...own, host: 'evil.example:4310' }],
  ['a name that only begins like ours', { ...own, host: 'localhost.evil.example:4310' }],
  ['a name that only ends like ours', { ...own, host: 'evil-localhost:4310' }],
  ['our name in capitals', { ...own, host: 'LOCALHOST:4310' }],
  ['our name with a dot', { ...own, host: 'localhost.:4310' }],
  ['another port', { ...own, host: '127.0.0.1:4311' }],
  ['no port', { ...own, host: '127.0.0.1' }],
  ['another loopback address', { ...own, host: '127.0.0.2:4310' }],
  ['a page of another origin', { ...own, origin: 'http://evil.example' }],
  ['a page of our host on another port', { ...own, origin: 'http://127.0.0.1:5000' }],
  ['a page of our other name', { ...own, origin: 'http://localhost:4310' }],
  ['a page over https', { ...own, origin: 'https://127.0.0.1:4310' }],
  ['a sandboxed page', { ...own, origin: 'null' }],
  ['a cross-site request', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['a same-site request', { ...own, 'sec-fetch-site': 'same-site' }],
  ['a navigation', { ...own, 'sec-fetch-site': 'none' }],
])('the key is not added for %s', (_, headers) => {
  expect(canUseLocalKey(loopback, headers)).toBe(false);
});

test.each([
  [{ ...loopback, address: '0.0.0.0' }],
  [{ ...loopback, address: '::', family: 'IPv6' }],
  [{ ...loopback, address: '192.168.1.10' }],
  ['/run/fundscope.sock'],
  [null],
])('the key is never added while the gateway listens on %o', (bound) => {
  expect(canUseLocalKey(bound, own)).toBe(false);
});

test('the key is added on the IPv6 loopback, and on port 80 with and without the port', () => {
  expect(canUseLocalKey({ ...loopback, address: '::1' }, own)).toBe(true);
  const plain = { ...loopback, port: 80 };
  expect(canUseLocalKey(plain, { ...own, host: 'localhost' })).toBe(true);
  expect(canUseLocalKey(plain, { ...own, host: 'localhost:80' })).toBe(true);
});
