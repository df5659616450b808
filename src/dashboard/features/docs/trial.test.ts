import { expect, test } from 'vitest';
import type { Operation } from './description.ts';
import { readTrialBody, formatCurl, priceTrial, buildTrialUrl } from './trial.ts';

const operation = (part: Partial<Operation>): Operation => ({
  id: 'searchDeals',
  method: 'POST',
  path: '/deals',
  tag: 'Deals',
  summary: '',
  text: '',
  price: { credits: 1, per: 'row' },
  parameters: [],
  body: { schema: undefined, example: {} },
  responses: [],
  ...part,
});
const parameter = (name: string, place: 'path' | 'query' = 'query') => ({
  name,
  in: place,
  required: false,
  description: '',
  schema: {},
});
const withMeta = (name: string): Operation['responses'] => [
  [
    '200',
    {
      description: '',
      content: { 'application/json': { schema: { properties: { meta: { $ref: `#/components/schemas/${name}` } } } } },
    },
  ],
];

test.each([
  ['a page of ten where none is named', operation({}), '{}', {}, 100],
  ['the page that the body names', operation({}), '{"page_size": 25}', {}, 250],
  ['the largest page where the size is nonsense', operation({}), '{"page_size": "x"}', {}, 5000],
  [
    'the page that the query names',
    operation({ body: undefined, parameters: [parameter('page_size')] }),
    '',
    { page_size: '3' },
    30,
  ],
  ['a flat price whatever comes', operation({ price: { credits: 0.1, per: 'call' } }), '{}', {}, 1],
  ['one row of a single record', operation({ body: undefined, responses: withMeta('SingleMeta') }), '', {}, 10],
  [
    'the largest page of a list without pages',
    operation({ body: undefined, responses: withMeta('ListMeta') }),
    '',
    {},
    5000,
  ],
])('quotes %s', (_name, of, body, values, tenths) => {
  expect(priceTrial(of, { values, body })).toBe(tenths);
});

test('writes path and query with what was given, encoded', () => {
  const of = operation({
    path: '/deals/{id}',
    parameters: [parameter('id', 'path'), parameter('name'), parameter('type')],
  });
  const draft = { values: { id: 'a/b', name: 'são & co', type: '' }, body: '' };
  expect(buildTrialUrl('/api/v1', of, draft)).toBe('/api/v1/deals/a%2Fb?name=s%C3%A3o+%26+co');
});

test('says what is wrong with a body that cannot be sent', () => {
  expect([readTrialBody('{'), readTrialBody('1'), readTrialBody('{"a":1}')]).toEqual([
    { problem: 'This is not valid JSON.' },
    { problem: 'The body must be a JSON object.' },
    { body: { a: 1 } },
  ]);
});

test('quotes the request for the shell, with no key in it', () => {
  expect(formatCurl('http://127.0.0.1:4310', 'POST', '/api/v1/deals', `{ "x": "it's" }`)).toBe(
    [
      "curl -X POST 'http://127.0.0.1:4310/api/v1/deals'",
      "-H 'Authorization: Bearer YOUR_API_KEY'",
      "-H 'Content-Type: application/json'",
      String.raw`-d '{"x":"it'\''s"}'`,
    ].join(' \\\n  '),
  );
});
