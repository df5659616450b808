import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { dealCatalogue, dealFilters } from '#contract/deal-filters.ts';
import { filters } from '#contract/filters.ts';
import { takeNamedFilters } from './catalogue-words.ts';
import { isShortName, type NameSearches } from './name-words.ts';
import type { SentenceFacts } from './pieces.ts';
import { maxSentenceLength, readSentence } from './read-sentence.ts';
import { searchEndpoints } from './reading.ts';
import { Sentence, tokenize } from './sentence.ts';
import { analystSentences } from './testing-analyst.ts';
import { judgedSentences } from './testing-sentences.ts';
import { fillers, stopWords } from './vocabulary.ts';

const today = '2026-11-21';
const place = (permalink: string, name: string, location_type: 'CITY' | 'STATE' | 'COUNTRY' | 'REGION') => ({
  permalink,
  name,
  location_type,
});
const places = [
  place('boston-massachusetts', 'Boston', 'CITY'),
  place('springfield-illinois', 'Springfield', 'CITY'),
  place('springfield-missouri', 'Springfield', 'CITY'),
  place('united-states', 'United States', 'COUNTRY'),
  place('germany', 'Germany', 'COUNTRY'),
  place('france', 'France', 'COUNTRY'),
  place('south-korea', 'South Korea', 'COUNTRY'),
  place('texas-united-states', 'Texas', 'STATE'),
  place('latin-america', 'Latin America', 'REGION'),
  place('europe', 'Europe', 'REGION'),
];
const industries: readonly (readonly [string, string, string])[] = [
  ['fintech', 'financial-technology', 'Financial technology'],
  ['insurtech', 'insurance-technology', 'Insurance technology'],
  ['saas', 'software-as-a-service', 'Software as a service'],
  ['robotics', 'robotics', 'Robotics'],
  ['gaming', 'gaming', 'Gaming'],
];
const searches: NameSearches = {
  findLocations: async (name) => places.filter((one) => one.name.toLowerCase() === name.toLowerCase()),
  findIndustries: async (text) =>
    industries
      .filter(([word]) => word === text.toLowerCase())
      .map(([, permalink, name]) => ({ permalink, name, industry_type: 'INDUSTRY' as const })),
};
const read = (text: string, more: Partial<NameSearches> = {}) => readSentence(text, today, { ...searches, ...more });

test('every understood piece is marked with its own words', async () => {
  const { pieces } = await read('Series B fintech deals in Boston over $20M since 2023');
  expect(pieces.map(({ words, filter }) => `${filter.name}: ${words}`)).toEqual([
    'round: Series B',
    'industry: fintech',
    'location: Boston',
    'size: over $20M',
    'announced: since 2023',
  ]);
});

test.each([
  ['how is fintech seed in Europe doing', ['industry: fintech', 'round: seed', 'location: Europe']],
  ['How are Series A rounds in Germany doing lately?', ['round: Series A', 'location: Germany']],
  ['state of robotics in Europe', ['industry: robotics', 'location: Europe']],
  ['median seed round in France', ['round: seed', 'location: France']],
  ['the fintech market', ['industry: fintech']],
  ['fintech trends since 2023', ['industry: fintech', 'announced: since 2023']],
])('“%s” asks for the market of its deals', async (text, understood) => {
  const { isMarket, screen, pieces } = await read(text);
  expect(pieces.map(({ words, filter }) => `${filter.name}: ${words}`)).toEqual(understood);
  expect({ isMarket, screen }).toEqual({ isMarket: true, screen: 'deals' });
});

test.each([
  'seed deals in Boston',
  'fintech companies in the public market in France',
  'how many seed deals in Boston',
  'companies doing robotics in Texas',
])('“%s” asks for rows', async (text) => {
  expect((await read(text)).isMarket).toBe(false);
});

test('what has several meanings is a choice, and is not sent', async () => {
  const { choices, body } = await read('deals in Springfield');
  expect(choices).toMatchObject([{ words: 'Springfield', filter: { name: 'location' } }]);
  expect(choices[0]?.candidates.map((one) => 'permalink' in one && one.permalink)).toEqual([
    'springfield-illinois',
    'springfield-missouri',
  ]);
  expect(body).toEqual({});
});

test.each<[string, object, string?]>([
  ['deals on 13/04/2021', { date_start: '2021-04-13', date_end: '2021-04-13' }],
  ['deals since 3/4/2021', { date_start: '2021-03-04' }, 'month first'],
  ['deals between 01/02/2021 and 05/06/2021', { date_start: '2021-01-02', date_end: '2021-05-06' }, 'month first'],
  ['deals between 13/04/2021 and 5/6/2021', { date_start: '2021-04-13', date_end: '2021-06-05' }, 'day first'],
  ['rounds on 04.03.2021', { date_start: '2021-03-04', date_end: '2021-03-04' }],
])('days by number are read as the import does: %s', async (sentence, deal, note) => {
  const { body, pieces, unread } = await read(sentence);
  expect([body, pieces[0]?.note, unread]).toEqual([{ deal }, note, []]);
});

test('a state or country next to a city chooses it', async () => {
  const { body } = await read('deals in Springfield, MO', {
    findLocations: async (name) => [
      ...(await searches.findLocations(name)),
      ...(name === 'missouri' ? [place('missouri-united-states', 'Missouri', 'STATE')] : []),
    ],
  });
  expect(body).toEqual({ company: { locations: ['springfield-missouri'] } });
});

test.each<[string, string, string, object?]>([
  ['Series Z deals', 'Series Z', 'There is no round called Series Z.'],
  ['angel rounds', 'angel rounds', 'There is no round called angel.'],
  ['deals everywhere but America', 'everywhere but America', 'A search cannot exclude anything.'],
  ['deals with investors from Boston', 'investors from Boston', 'There is no filter here for where investors are.'],
  [
    'deals whose investors are from Germany',
    'investors are from Germany',
    'There is no filter here for where investors are.',
  ],
  ['deals not in Boston', 'not in Boston', 'A search cannot exclude anything.'],
  ['deals over €10m', 'over €10m', 'Amounts are compared in US dollars.'],
  ['deals since last summer', 'since last summer', 'Name the months: a season differs by place.'],
  ['companies with a valuation over $1bn', 'valuation over $1bn', 'There is no filter for valuations.'],
  ['rounds with a valuation above 100m', 'valuation above 100m', 'There is no filter for valuations.'],
  ['rounds at a valuation of $50m to $100m', 'valuation of $50m to $100m', 'There is no filter for valuations.'],
  ['companies with revenue over 10m', 'revenue over 10m', 'There is no filter for revenue.'],
  ['startups with $2M+ in ARR', '$2M+ in ARR', 'There is no filter for revenue.'],
  ['funds larger than 500m', 'funds larger than 500m', 'There is no filter for the size of a fund.'],
  [
    'investors with over $1bn under management',
    'over $1bn under management',
    'There is no filter for the size of a fund.',
  ],
  ['companies founded after 2020', 'founded after 2020', 'There is no filter for the day of the founding.'],
  ['startups founded in 2023', 'founded in 2023', 'There is no filter for the day of the founding.'],
  ['investors established since 2015', 'established since 2015', 'There is no filter for the day of the founding.'],
  ['companies acquired in 2025', 'acquired in 2025', 'There is no filter for the day of an exit.'],
  ['startups that exited last year', 'exited last year', 'There is no filter for the day of an exit.'],
  [
    'companies that went public in 2024',
    'in 2024',
    'There is no filter for the day of an exit.',
    { company: { ipo_status: ['public'] } },
  ],
  [
    'founders who started in 2022',
    'in 2022',
    'There is no filter for the day of the founding.',
    { person: { roles: ['founder'] } },
  ],
  ['co-investors of Sequoia Capital', 'co-investors of Sequoia Capital', 'A search does not compare records.'],
  [
    'alert me when a fintech company raises',
    'alert me when',
    'Run the search, then save it to see new rows.',
    { company: { industries: ['financial-technology'] } },
  ],
  [
    'family offices in Boston',
    'family offices',
    'There is no filter for the kind of an investor.',
    { investor: { locations: ['boston-massachusetts'] } },
  ],
  ['down rounds', 'down', 'There is no filter for this.'],
  ['deals excl. germany', 'excl. germany', 'A search cannot exclude anything.'],
  ['deals w/o robotics', 'w/o robotics', 'A search cannot exclude anything.'],
  ['anything but robotics', 'anything but robotics', 'A search cannot exclude anything.'],
  ['deals in the next 6 months', 'in the next 6 months', 'A search finds rounds that were announced.'],
  ['ex-us deals', 'ex-us', 'A search cannot exclude anything.'],
  ['havent raised in 2 years', 'havent raised in 2 years', 'A search cannot exclude anything.'],
  ['companies like Stripe', 'like Stripe', 'A search does not compare records.'],
  [
    'investors who invested in both fintech and insurtech',
    'both',
    'A search finds those with any of several, not only those with all.',
    { company_investments: { industries: ['financial-technology', 'insurance-technology'] } },
  ],
])('%s: is not read as a filter, and has a reason', async (sentence, words, reason, others = {}) => {
  const { unread, body } = await read(sentence);
  expect(unread).toContainEqual(expect.objectContaining({ words, reason }));
  expect(body).toEqual(others);
});

test.each([
  ['fintech germany', ['germany']],
  ['germany france', ['germany', 'france']],
  ['robotics texas', ['texas-united-states']],
  ['series a saas latam', ['latin-america']],
  ['south korea gaming', ['south-korea']],
  ['pre-seed fintech us', ['united-states']],
  ['us companies in robotics', ['united-states']],
])('%s: places are read without a preposition and in lower case', async (sentence, locations) => {
  const { unread, body } = await read(sentence);
  expect(unread).toEqual([]);
  expect(body).toMatchObject({ company: { locations } });
  expect(JSON.stringify(body)).not.toContain('search_query');
});

test.each([
  ['companies that last raised more than 18 months ago', { date_end: '2025-05-21' }],
  ['companies that raised over a year ago', { date_end: '2025-11-21' }],
  ['companies that raised less than 3 months ago', { date_start: '2026-08-22' }],
])('%s: a distance from today is a period', async (sentence, deal) => {
  expect((await read(sentence)).body).toEqual({ latest_deal: deal });
});

test.each([
  'all deals by Ridge Capital',
  'deals in which Ridge Capital was lead',
  'deals where Ridge Capital invested',
  'what did Ridge Capital invest in',
  'companies Ridge Capital has backed',
  'Ridge Capital portfolio',
])('%s: the name is that of an investor', async (sentence) => {
  const { choices, pieces } = await read(sentence);
  expect(choices).toMatchObject([{ words: 'Ridge Capital', record: 'investor' }]);
  expect(pieces).toEqual([]);
});

test('founders who raise look for investors, and their own amount is no bound', async () => {
  const { screen, body, unread } = await read(
    "We're raising 2m for a fintech company in Germany, who should we talk to",
  );
  expect(screen).toBe('investors');
  expect(body).toEqual({ company_investments: { industries: ['financial-technology'], locations: ['germany'] } });
  expect(unread).toMatchObject([{ words: '2m', reason: expect.stringContaining('as a range') as string }]);
});

test('a degree names its school', async () => {
  expect((await read('founders with stanford degree')).body).toEqual({
    person: { roles: ['founder'], education_schools: ['Stanford University'] },
  });
});

test('“us” is no country after a verb', async () => {
  expect((await read('show us fintech companies')).body).toEqual({
    company: { industries: ['financial-technology'] },
  });
});

test('a firm in a sentence is not its subject', async () => {
  const { screen, choices } = await read('Index Ventures portfolio companies in fintech');
  expect(screen).toBe('companies');
  expect(choices).toMatchObject([{ words: 'Index Ventures', record: 'investor' }]);
});

test('a noun with a capital letter is the subject, unless it ends the name of a firm', async () => {
  expect((await read('German Funds in Fintech')).screen).toBe('investors');
});

test('a name with a digit needs no capital letter', async () => {
  expect((await read('deals with a16z')).choices).toMatchObject([{ words: 'a16z', record: 'investor' }]);
});

test('a name before its noun may be an investor or a company', async () => {
  const named = async (more?: Partial<NameSearches>) =>
    (await read('Ridge series b deals', more)).choices.map(({ words, record }) => [words, record]);
  expect(await named()).toEqual([
    ['Ridge', 'investor'],
    ['Ridge', 'company'],
  ]);
  const known = { id: '5b9cbd6e-6d6c-4b9e-8a55-9c2b8f0a6a11', name: 'Ridge' };
  expect(await named({ findKnown: (kind) => (kind === 'company' ? [known] : []) })).toEqual([]);
});

test.each(['sequoia deals', 'accel robotics deals', 'nea investments', 'gaming deals with yc'])(
  '%s: well-known investors need no capital letter',
  async (sentence) => expect((await read(sentence)).choices).toMatchObject([{ record: 'investor' }]),
);

test('an order that is named twice is read whole', async () => {
  const { unread, body } = await read('top 10 largest deals');
  expect(unread).toEqual([]);
  expect(body).toEqual({ sort_by: 'largest_raise', page_size: 10 });
});

test('who invested is no filter of people', async () => {
  const { unread, body } = await read('founders backed by Sequoia Capital');
  expect(unread).toMatchObject([{ words: 'Sequoia Capital' }]);
  expect(body).toEqual({ person: { roles: ['founder'] } });
});

test.each([
  ['partners at European VC firms', { locations: ['europe'], deals: { investment_type: 'institutional' } }],
  ['angels at US funds', { locations: ['united-states'], deals: { investment_type: 'angel' } }],
])('%s: a fund of a place is no name', async (sentence, investor) => {
  const { choices, body } = await read(sentence);
  expect(choices).toEqual([]);
  expect(body).toEqual({ investor });
});

test('the name of an investor is used if it is known, and otherwise needs a search by name', async () => {
  const known = { id: '5b9cbd6e-6d6c-4b9e-8a55-9c2b8f0a6a11', name: 'Ridge Capital' };
  const found = await read('deals backed by Ridge Capital', { findKnown: () => [known] });
  expect(found.body).toEqual({ investors: { investor_ids: [known.id] } });
  const unknown = await read('deals backed by Ridge Capital');
  expect(unknown.body).toEqual({});
  expect(unknown.choices).toMatchObject([{ words: 'Ridge Capital', record: 'investor', candidates: [] }]);
});

test('an unlocked company is found on deals without a capital letter', async () => {
  const known = { id: 'c1', name: 'Plaid' };
  const findKnown = (kind: string) => (kind === 'company' ? [known] : []);
  expect((await read('plaid series b', { findKnown })).body).toMatchObject({ company: { company_ids: [known.id] } });
  expect((await read('hottest series b', { findKnown })).unread).toMatchObject([{ words: 'hottest' }]);
});

test.each([
  ['new york state fintech companies', 'new-york-united-states'],
  ['fintech companies in Georgia state', 'georgia-united-states'],
])('%s: the state, not the city or country', async (sentence, state) => {
  const names: Record<string, readonly ReturnType<typeof place>[]> = {
    'new york': [place('new-york-new-york', 'New York', 'CITY'), place('new-york-united-states', 'New York', 'STATE')],
    georgia: [place('georgia', 'Georgia', 'COUNTRY'), place('georgia-united-states', 'Georgia', 'STATE')],
  };
  const findLocations = async (name: string) => names[name.toLowerCase()] ?? [];
  expect((await read(sentence, { findLocations })).body).toMatchObject({ company: { locations: [state] } });
});

test('a filter that is added to the catalogue is understood by its label', () => {
  const { size, ipoStatus } = dealFilters;
  const declared = filters(searchDeals, {
    burn: { ...size, paths: ['deal.size_min', 'deal.size_max'], keys: ['a', 'b'], label: 'Monthly burn, USD' },
    mood: {
      kind: 'multiSelect',
      path: 'company.ipo_status',
      options: ipoStatus.options as never,
      label: 'Listing',
      help: '',
      phrase: '{}',
    },
  });
  const facts: SentenceFacts = { pieces: [], unread: [], choices: [] };
  takeNamedFilters(
    { sentence: new Sentence('deals with monthly burn under $2M, listing private', today), facts },
    { ...dealCatalogue, filters: Object.values(declared) },
  );
  expect(facts.pieces.map(({ means, values }) => [typeof means === 'object' && means.name, values])).toEqual([
    ['burn', [undefined, 2e6]],
    ['mood', [['private']]],
  ]);
});

test.each(['1,001–5,000 employees', '1001-5000 employees', 'employees 1,001–5,000', 'employees 1001-5000'])(
  'companies with %s: the range is read',
  async (words) => {
    const { body, unread } = await read(`companies with ${words} in Boston`);
    expect(body).toMatchObject({ company: { employee_count: ['1001-5000'] } });
    expect(unread).toEqual([]);
  },
);

test.each([
  ['startups that raised a round', []],
  ['seed and a Series B', ['SEED', 'SERIES_B']],
  ['Series A and B', ['SERIES_A', 'SERIES_B']],
  ['A rounds', ['SERIES_A']],
  ['seed/A deals', ['SEED', 'SERIES_A']],
  ['Seires A deals', ['SERIES_A']],
  ['A to C rounds', ['SERIES_A', 'SERIES_B', 'SERIES_C']],
  ['B or later', 'BCDEFGHIJKLM'.split('').map((letter) => `SERIES_${letter}`)],
])('%s: rounds are %s', async (sentence, types) => {
  const { pieces } = await read(sentence);
  const rounds = pieces.filter(({ filter }) => filter.kind === 'rounds').flatMap(({ values }) => values[0]);
  expect((rounds as { type: string }[]).map(({ type }) => type)).toEqual(types);
});

test.each([
  ['fintech', 'Financial technology', true],
  ['SaaS', 'Software as a service', true],
  ['ai', 'Artificial intelligence', true],
  ['medtech', 'Medical devices', false],
  ['hospital billing', 'Hospitals', false],
])('%s is a short name of %s: %s', (text, name, expected) => expect(isShortName(text, name)).toBe(expected));

test.each([
  ['how much did robotics raise in France', { measure: 'amount' }],
  ['total funding in fintech since 2023', { measure: 'amount' }],
  ['how big is a typical Series B in fintech', { sizes: 'SERIES_B' }],
  ['median pre-seed round in Germany', { sizes: 'PRE_SEED' }],
  ['what percent of fintech seed companies raise a Series A', { stage: 'SEED' }],
  ['how long until seed startups in France get to their next round', { stage: 'SEED' }],
  ['how long does it take robotics companies from seed to series A', { stage: 'SEED' }],
  ['is fintech slowing down', {}],
  ['what happened to robotics in 2024', {}],
])('“%s” asks the market for a figure', async (text, figure) => {
  expect(await read(text)).toMatchObject({ screen: 'deals', isMarket: true, figure, unread: [] });
});

test('how much one company raised is answered by its deals', async () => {
  const { isMarket, figure, choices } = await read('how much has quartzline raised');
  expect({ isMarket, figure }).toEqual({ isMarket: false, figure: {} });
  expect(choices).toMatchObject([{ words: 'quartzline', record: 'company' }]);
});

test.each<[string, string, object]>([
  ['quartzline.com, northwind.io', 'companies', { identifiers: { domains: ['quartzline.com', 'northwind.io'] } }],
  ['https://www.Quartzline.com/about?x=1#team', 'companies', { identifiers: { domains: ['quartzline.com'] } }],
  [
    'linkedin.com/company/quartzline/',
    'companies',
    { identifiers: { linkedin_urls: ['https://www.linkedin.com/company/quartzline'] } },
  ],
  [
    'https://uk.linkedin.com/in/jane-roe',
    'people',
    { identifiers: { linkedin_urls: ['https://www.linkedin.com/in/jane-roe'] } },
  ],
  ['investors northwind.vc', 'investors', { identifiers: { domains: ['northwind.vc'] } }],
])('%s: an address selects its record', async (text, screen, body) => {
  const reading = await read(text);
  expect(reading).toMatchObject({ screen, body, unread: [], choices: [] });
  expect(searchEndpoints[reading.screen].body.safeParse(reading.body).error).toBeUndefined();
});

test('the address of a company in a search for others is a name, and a known one is used', async () => {
  expect((await read('who invested in quartzline.com')).choices).toMatchObject([
    { words: 'quartzline.com', record: 'company' },
  ]);
  const known = { id: '5b9cbd6e-6d6c-4b9e-8a55-9c2b8f0a6a11', name: 'Quartzline' };
  const findKnown = (_: string, name: string) => (name === 'quartzline.com' ? [known] : []);
  expect((await read('who invested in quartzline.com', { findKnown })).body).toEqual({
    company_investments: { company_ids: [known.id] },
  });
});

test.each(['u.s. fintech', 'node.js', 'approx.', 'e.g.', '10.5m', 'jane@quartzline.com'])(
  '%s: is no address',
  async (text) => expect(JSON.stringify((await read(text)).body)).not.toContain('identifiers'),
);

test('an amount without a bound is a fifth less to a fifth more', async () => {
  expect((await read('rounds of roughly ten million dollars')).body).toEqual({
    deal: { size_min: 8e6, size_max: 12e6 },
  });
});

test('what is searched, how many rows and how many there are is understood without a filter', async () => {
  const text = 'top 10 vcs in fintech';
  const { used, order, limit, unread } = await read(text);
  expect(used.map(({ start, end }) => text.slice(start, end))).toEqual(['10', 'vcs']);
  expect({ order: order?.words, limit, unread }).toEqual({ order: 'top', limit: 10, unread: [] });
});

const vocabulary = [
  ...new Set([
    ...judgedSentences.split(/\s+/).filter((word) => !/[=~?;]/.test(word)),
    ...analystSentences.split(/\s+/).filter((word) => !/[=~?;]/.test(word)),
    ...fillers,
  ]),
];
const sentences = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...vocabulary) }, fc.string()), { maxLength: 14 })
  .map((words) => words.join(' '));

test('any words give a body that the API accepts, and every word is used, waits for a choice, is named as unused, or is grammar', async () => {
  await fc.assert(
    fc.asyncProperty(sentences, async (text) => {
      const { screen, body, pieces, unread, choices, used, order } = await read(text);
      expect(searchEndpoints[screen].body.safeParse(body).error).toBeUndefined();
      for (const { start, end, words: own } of [...pieces, ...unread, ...choices])
        expect(text.slice(start, end)).toBe(own);
      const spans = [...pieces, ...unread, ...choices, ...used, ...(order ? [order] : [])];
      const silent = tokenize(text.slice(0, maxSentenceLength)).filter(
        (token) =>
          /[\p{L}\p{N}]/u.test(token.text) &&
          !stopWords.has(token.text.replace(/'s$/, '')) &&
          !spans.some(({ start, end }) => start <= token.start && token.end <= end),
      );
      expect(silent.map((token) => token.text)).toEqual([]);
    }),
    { numRuns: 600, seed: 1 },
  );
});

test('words of grammar and of asking never describe a business', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...fillers), { maxLength: 8 }), async (words) => {
      const { pieces, choices } = await read(words.join(' '));
      expect([...pieces, ...choices].filter(({ filter }) => filter.kind === 'semantic')).toEqual([]);
    }),
    { numRuns: 200, seed: 1 },
  );
});
