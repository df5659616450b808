import { expect, test } from 'vitest';
import { describeBusiness, removeName } from './about-company.ts';

test.each([
  ['Acme raised $5M.', 'Acme', 'Raised $5M.'],
  ['San Francisco-based Acme Labs closed its Seed round.', 'Acme Labs', 'Closed its Seed round.'],
  ['Acme offers payments to clinics.', 'Acme', 'Offers payments to clinics.'],
  ['Acme is a bank.', 'Acme', 'Bank.'],
  ['Acme is developing a vaccine.', 'Acme', 'Developing a vaccine.'],
  ['Acme has 40 shops.', 'Acme', 'Acme has 40 shops.'],
  ['Acme Labs raised $5M.', 'Acme', 'Acme Labs raised $5M.'],
  ['Twelve Hills backed the Seed round of Acme.', 'Acme', 'Twelve Hills backed the Seed round of Acme.'],
  ['Raised $5M.', '', 'Raised $5M.'],
])('"%s" next to %s reads "%s"', (text, name, shown) => {
  expect(removeName(text, name)).toBe(shown);
});

const report = 'Oslo-based Acme closed its Seed round at €2M, led by Fjord.';

test.each([
  ['after the report of the round', [report, `${report} Acme offers clinics payments. It will fund a pilot.`]],
  ['with a pronoun', [`${report} The company offers clinics payments. It expects a profit.`]],
  ['before it', ['Acme offers clinics payments. It raised DKK 985K.']],
])('what a company does is found in a deal’s texts %s', (_, texts) => {
  expect(describeBusiness('Acme', null, texts)).toBe('Offers clinics payments.');
});

test.each([
  [[report, null]],
  [[`${report} The money pays for a pilot kitchen.`]],
  [[`${report} It funds the public release.`]],
  [['A group of investors backed Acme in Series A.']],
  [[]],
])('texts that only report a round say nothing about the company: %j', (texts) => {
  expect(describeBusiness('Acme', undefined, texts)).toBe('');
});

test('a company’s own description comes first', () => {
  expect(describeBusiness('Acme', 'Acme sells bolts.', ['Acme makes nuts.'])).toBe('Sells bolts.');
});

test.each([
  ['The Bolt Company', 'The Bolt Company sells bolts.', 'Sells bolts.'],
  ['Seed Works', 'Seed Works sells bolts.', 'Sells bolts.'],
  ['Ca$& Bank', `${report} It sells bolts.`, 'Sells bolts.'],
  ['', `${report} The company is a bank.`, 'Bank.'],
])('whatever the company is called, such as “%s”', (name, text, shown) => {
  expect(describeBusiness(name, null, [text])).toBe(shown);
});
