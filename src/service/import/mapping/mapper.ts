import { buildNameKey } from '../../db/name-key.ts';
import type { ImportedDeal, SourceRecord } from '../records.ts';
import type { ReportWriter } from '../report.ts';
import { openIndustryReader, openPlaceReader, type WorldCities } from '../words/lookups.ts';
import { hasDeal, readDealIdentity, buildImportedDeal } from './deal.ts';
import { parseCurrencyAmount } from '../words/amounts.ts';
import { isExit } from '../words/round-types.ts';
import { labelOf, readField, readLine, RowRejected, type MappedRow } from './fields.ts';
import {
  createRoundInvestors,
  createSpellings,
  listRoundInvestors,
  type RoundInvestors,
  openParticipants,
  readInvestors,
} from './investors.ts';
import {
  readIdentity,
  buildImportedCompany,
  buildImportedInvestor,
  type Identity,
  type Lookups,
} from './organization.ts';
import { readPeople, readPersonIdentity, buildImportedPerson } from './people.ts';
import type { DealMapping, Mapping, PersonMapping } from './schema.ts';
import type { SourceRow } from '../reading/source-rows.ts';

/** A row with its mapping; a source with several tables has several mappings. */
export type RowToMap = { mapping: Mapping; row: SourceRow };

export type MapperOptions = {
  /** The source's words for industries: our permalink, or null for none. */
  industries?: Record<string, string | null>;
  world?: WorldCities | undefined;
};

/** Everything read so far, as keys and names only, so that long tables fit in memory. */
type Reading = {
  lookups: Lookups;
  companies: Map<string, string>;
  /** Where the first row of a company with a place says that it is. */
  companyPlaces: Map<string, string>;
  companySpellings: ReturnType<typeof createSpellings>;
  places: Set<string>;
  people: Set<string>;
  participants: ReturnType<typeof openParticipants>;
  deals: OpenDeals;
};

/** Maps rows to records, each after those that it refers to; each kind is counted in the report. */
export async function* mapRows(
  rows: AsyncIterable<RowToMap>,
  report: ReportWriter,
  { industries, world }: MapperOptions = {},
): AsyncGenerator<SourceRecord> {
  const reading: Reading = {
    lookups: { placeOf: openPlaceReader(world), industriesOf: openIndustryReader(industries) },
    companies: new Map(),
    companyPlaces: new Map(),
    companySpellings: createSpellings(),
    places: new Set(),
    people: new Set(),
    participants: openParticipants(),
    deals: openDeals(),
  };
  const counts = { company: 0, investor: 0, person: 0, deal: 0, place: 0, rename: 0 };
  const count = (record: SourceRecord) => {
    counts[record.kind] += 1;
    return record;
  };
  const unknown = new Map<Mapping, ReadonlySet<string>>();
  for await (const { mapping, row } of rows) {
    if (!unknown.has(mapping)) unknown.set(mapping, new Set(mapping.unknown.map((word) => word.toLowerCase())));
    for (const record of mapRow(reading, mapping, row, unknown.get(mapping) ?? new Set())) {
      // A round of an earlier row has its origin already.
      if (record.kind !== 'place' && record.kind !== 'rename') record.origin ??= { file: row.file, line: row.line };
      yield count(record);
    }
  }
  for (const deal of reading.deals.end()) yield count(deal);
  yield* reading.participants.renames();
  for (const renamed of reading.companySpellings.commonest()) yield { kind: 'rename', entity: 'company', ...renamed };
  report.figure('companies', counts.company);
  report.figure('investors', counts.investor);
  report.figure('people', counts.person);
  report.figure('deals', counts.deal);
}

function* mapRow(
  reading: Reading,
  mapping: Mapping,
  row: SourceRow,
  unknown: ReadonlySet<string>,
): Generator<SourceRecord> {
  const report: MappedRow['report'] = mapping.strict
    ? (outcome, reason, value) => {
        if (outcome === 'repaired') throw new RowRejected(reason, value);
        return row.report(outcome, reason, value);
      }
    : row.report;
  const mapped: MappedRow = { row, origin: { file: row.file, line: row.line }, mapping, unknown, report };
  try {
    if (mapping.investor) yield* readInvestor(reading, mapped, mapping.investor);
    if (mapping.company) yield* readCompany(reading, mapped, mapping.company);
    if (mapping.person) yield* readPerson(reading, mapped, mapping.person);
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    row.report('rejected', error.message, error.value);
  }
}

function* readInvestor(
  { participants, lookups, places }: Reading,
  mapped: MappedRow,
  fields: NonNullable<Mapping['investor']>,
): Generator<SourceRecord> {
  const identity = readIdentity(mapped, fields);
  const name = readLine(mapped, fields.name);
  // Next to a company, the row is about that, and an investor is in many rows.
  const report = mapped.mapping.company ? () => undefined : mapped.report;
  if (!identity || !name) return report('rejected', 'no investor is named', formatRowText(mapped));
  if (participants.has('investor', identity.key)) return report('merged', 'the same investor as one before', name);
  const { record, added } = buildImportedInvestor(mapped, fields, identity, lookups);
  participants.register('investor', identity.key, name);
  if (added && !places.has(added.permalink)) yield { kind: 'place', place: added };
  yield record;
}

function* readCompany(
  reading: Reading,
  mapped: MappedRow,
  fields: NonNullable<Mapping['company']>,
): Generator<SourceRecord> {
  const { companies, companySpellings } = reading;
  const identity = readIdentity(mapped, fields);
  if (!identity) return mapped.report('rejected', 'no company is named', formatRowText(mapped));
  const stated = readLine(mapped, fields.name);
  separateCompany(reading, mapped, fields, identity, stated);
  const before = companies.get(identity.key);
  if (before === undefined) {
    if (fields.id && !stated) {
      const reason = `${labelOf(fields.id)}: the company has no row of its own and no name`;
      return mapped.report('rejected', reason, identity.key);
    }
    yield* addCompany(reading, mapped, fields, identity, stated ?? identity.key);
  } else if (fields.id === undefined && stated) {
    if (before !== stated) mapped.report('noted', 'the company had another name before', `${stated} = ${before}`);
    else if (!mapped.mapping.deal) mapped.report('merged', 'the same company as one before', stated);
    companySpellings.add(identity.key, stated);
  } else if (!mapped.mapping.deal) mapped.report('merged', 'the same company as one before', identity.key);
  if (!fields.id) comparePlaces(reading, mapped, fields, identity.key);
  const name = before ?? stated ?? identity.key;
  yield* readPeople(mapped, { key: identity.key, name }, reading.people);
  yield* readDeals(reading, mapped, identity.key);
}

/** Reports a row whose place is not the one of the company's first row, which counts. */
function comparePlaces(
  { companyPlaces }: Reading,
  mapped: MappedRow,
  { city, state, country, location }: NonNullable<Mapping['company']>,
  key: string,
): void {
  const place = [city, state, country, location].flatMap((field) => readField(mapped, field) ?? []).join(', ');
  const before = companyPlaces.get(key);
  if (before === undefined && place) companyPlaces.set(key, place);
  else if (place && place !== before)
    mapped.report('noted', 'the company had another place before, which counts', `${key}: ${place}, not ${before}`);
}

const hasRounds = ({ deal, deals }: Mapping): boolean => deal !== undefined || deals.length > 0;

/** A domain that two companies share is a link to something else, such as an article, and identifies neither. */
function separateCompany(
  { companies }: Reading,
  mapped: MappedRow,
  fields: NonNullable<Mapping['company']>,
  identity: Identity,
  name: string | null,
): void {
  const before = companies.get(identity.key);
  if (fields.id || fields.key || !fields.domain || !before || !name || haveSameStart(before, name)) return;
  mapped.report('noted', 'another company has this domain: not merged', `${name} | ${before} | ${identity.key}`);
  identity.key = `${identity.key}|${buildNameKey(name)}`;
}

function haveSameStart(one: string, other: string): boolean {
  const [a, b] = [buildNameKey(one).replaceAll(' ', ''), buildNameKey(other).replaceAll(' ', '')];
  return a.startsWith(b.slice(0, 4)) || b.startsWith(a.slice(0, 4));
}

function* addCompany(
  reading: Reading,
  mapped: MappedRow,
  fields: NonNullable<Mapping['company']>,
  identity: Identity,
  name: string,
): Generator<SourceRecord> {
  const { mapping } = mapped;
  const { record, added } = buildImportedCompany(mapped, fields, identity, reading.lookups);
  const roundInvestors = createRoundInvestors();
  const backers = [
    ...readInvestors(mapped, reading.participants, roundInvestors, hasRounds(mapping) ? 'company' : 'all'),
  ];
  reading.companies.set(identity.key, name);
  if (!fields.id) reading.companySpellings.add(identity.key, name);
  if (added && !reading.places.has(added.permalink)) {
    reading.places.add(added.permalink);
    yield { kind: 'place', place: added };
  }
  yield* backers;
  const keys = { investors: [...roundInvestors.investors.keys()], people: [...roundInvestors.angels] };
  const isNamed = keys.investors.length + keys.people.length > 0;
  yield isNamed ? { ...record, backers: keys } : record;
}

function* readPerson(reading: Reading, mapped: MappedRow, fields: PersonMapping): Generator<SourceRecord> {
  const identity = readPersonIdentity(mapped, fields);
  const name = readLine(mapped, fields.name);
  if (!identity || !name) return mapped.report('rejected', 'no person is named', formatRowText(mapped));
  const { participants, companies } = reading;
  if (participants.has('person', identity.key)) return mapped.report('merged', 'the same person as one before', name);
  const record = buildImportedPerson(mapped, fields, identity, name, {
    hasCompany: (key) => companies.has(key),
    hasInvestor: (key) => participants.has('investor', key),
  });
  participants.register('person', identity.key, name);
  yield record;
}

function* readDeals(reading: Reading, mapped: MappedRow, companyKey: string): Generator<SourceRecord> {
  const { deal, deals } = mapped.mapping;
  const stated = [...(deal ? [deal] : []), ...deals];
  const rounds = stated.filter((fields) => hasDeal(mapped, fields));
  if (stated.length > 0 && rounds.length === 0)
    return mapped.report('noted', 'no round in this row: its investors are ignored', companyKey);
  for (const fields of rounds) yield* readDeal(reading, mapped, fields, companyKey);
}

function* readDeal(
  { participants, deals }: Reading,
  mapped: MappedRow,
  fields: DealMapping,
  companyKey: string,
): Generator<SourceRecord> {
  const word = readField(mapped, fields.round_type);
  if (word && isExit(word))
    return mapped.report('noted', 'the company was sold, merged or listed: no round', `${companyKey}: ${word}`);
  if (word && (parseCurrencyAmount(word)?.currencies.length ?? 0) > 0)
    return mapped.report(
      'noted',
      'the cells are in other columns than the header says: no round',
      `${companyKey}: ${word}`,
    );
  const identity = readDealIdentity(mapped, fields, companyKey);
  const state = deals.stateOf(identity.key);
  const deal = state === 'new' ? buildImportedDeal(mapped, fields, identity, companyKey) : undefined;
  const roundInvestors = deals.investorsOf(identity.key) ?? createRoundInvestors();
  yield* readInvestors(mapped, participants, roundInvestors, 'round');
  if (deal) yield* deals.add({ ...deal, origin: mapped.origin }, roundInvestors);
  else if (state === 'ended')
    mapped.report('merged', 'the same round as one long before: its investors are not added', identity.key);
  else mapped.report('merged', 'the same round as one before', identity.key);
  const before = deals.companyOf(identity.key);
  if (before !== undefined && before !== companyKey)
    mapped.report('noted', 'one round has two companies: the first counts', `${companyKey}, not ${before}`);
}

type OpenDeals = {
  /** Whether a deal is new, can still get investors, or has ended. */
  stateOf: (key: string) => 'new' | 'open' | 'ended';
  /** The investors of a deal that is open. */
  investorsOf: (key: string) => RoundInvestors | undefined;
  /** The company of a deal that is open. */
  companyOf: (key: string) => string | undefined;
  /** Starts a deal; yields the oldest one if too many are open. */
  add: (deal: ImportedDeal, roundInvestors: RoundInvestors) => Generator<ImportedDeal>;
  /** Yields the deals that are open, after the last row. */
  end: () => Generator<ImportedDeal>;
};

/** Rounds that are in memory: a later row of one of them adds its investors. */
const maxOpenDeals = 50_000;

/** A round can have several rows with one investor each, anywhere in a file. */
function openDeals(): OpenDeals {
  const ended = new Set<string>();
  const open = new Map<string, { deal: ImportedDeal; roundInvestors: RoundInvestors }>();
  function* endFirst(count: number): Generator<ImportedDeal> {
    let left = count;
    for (const [key, { deal, roundInvestors }] of open) {
      if (left <= 0) return;
      left -= 1;
      open.delete(key);
      ended.add(key);
      yield { ...deal, ...listRoundInvestors(roundInvestors) };
    }
  }
  return {
    end: () => endFirst(open.size),
    stateOf: (key) => (open.has(key) ? 'open' : ended.has(key) ? 'ended' : 'new'),
    investorsOf: (key) => open.get(key)?.roundInvestors,
    companyOf: (key) => open.get(key)?.deal.companyKey,
    *add(deal, roundInvestors) {
      open.set(deal.key, { deal, roundInvestors });
      yield* endFirst(open.size - maxOpenDeals);
    },
  };
}

const maxRowText = 200;
const formatRowText = ({ row }: MappedRow) =>
  row.columns
    .map((column) => row.read(column).join())
    .join(' | ')
    .slice(0, maxRowText);
