import { expect, test } from 'vitest';
import { formatIconAddress } from './site-icons.ts';

test('a site has an icon, whatever is written around its name', () => {
  for (const domain of ['acme.com', 'https://Acme.com/', 'http://acme.com/about?x=1', ' acme.com ']) {
    expect(formatIconAddress(domain)).toBe('https://acme.com/favicon.ico');
  }
  expect(formatIconAddress('shop.acme.co.uk')).toBe('https://shop.acme.co.uk/favicon.ico');
});

test('nothing is asked of machines in the own network', () => {
  for (const domain of [
    '',
    null,
    undefined,
    'localhost',
    '127.0.0.1',
    '10.0.0.1:8080',
    '[::1]',
    'router.local',
    'a.internal',
    'user@acme.com',
    'acme.com:8443',
  ]) {
    expect(formatIconAddress(domain)).toBeUndefined();
  }
});
