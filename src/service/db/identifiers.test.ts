import { describe, expect, test } from 'vitest';
import { parseAddressSlug, parseDomain } from './identifiers.ts';

describe('parseAddressSlug', () => {
  test.each([
    ['https://www.linkedin.com/company/acorn', 'acorn'],
    ['https://www.linkedin.com/company/acorn/about/', 'acorn'],
    ['https://de.linkedin.com/company/acorn/people/?q=1', 'acorn'],
    ['linkedin.com/school/Oak-School/life', 'oak-school'],
    ['https://www.linkedin.com/in/ada-lovelace/details/experience/', 'ada-lovelace'],
    ['https://www.crunchbase.com/organization/acorn/company_financials', 'acorn'],
    ['https://twitter.com/acorn/status/1', 'acorn'],
    ['https://x.com/acorn', 'acorn'],
    ['https://www.linkedin.com/company/m%C3%BCnchen', 'münchen'],
    ['acorn', 'acorn'],
    ['https://www.linkedin.com/feed/update/acorn', ''],
    ['https://www.crunchbase.com/funding_round/acorn-seed/about', ''],
  ])('%s is %s', (address, slug) => {
    expect(parseAddressSlug(address)).toBe(slug);
  });
});

describe('parseDomain', () => {
  test.each([
    ['https://www.Acorn.example/about', 'acorn.example'],
    ['xn--mnchen-3ya.example', 'münchen.example'],
    ['https://MÜNCHEN.example/', 'münchen.example'],
    ['mu\u0308nchen.example', 'münchen.example'],
    ['xn--strae-oqa.example', 'straße.example'],
    ['xn--.example', 'xn--.example'],
  ])('%s is %s', (address, domain) => {
    expect(parseDomain(address)).toBe(domain);
  });
});
