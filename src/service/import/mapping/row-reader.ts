import { openParticipants, type Lineup, type Participants } from '../participants.ts';
import type { CompanyRecord, SourceRecord } from '../records.ts';
import { openIndustryReader } from '../words/industries.ts';
import { openPlaceReader } from '../words/places.ts';
import { hasDeal, readDealKey, toDeal } from './deal.ts';
import { openDeals, type OpenDeals } from './deals.ts';
import { readField, type MappedRow } from './fields.ts';
import { readInvestors, readPeople } from './lineup.ts';
import { readKey, toCompany, toInvestor, type Lookups } from './organization.ts';
import type { Mapping } from './schema.ts';

/** What was read so far: keys and names only, however long the table is. */
export type Reading = {
  mapping: Mapping;
  lookups: Lookups;
  companies: Map<string, string>;
  investors: Set<string>;
  people: Set<string>;
  participants: Participants;
  deals: OpenDeals;
};

export const openReading = (mapping: Mapping): Reading => ({
  mapping,
  lookups: { placeOf: openPlaceReader(), industriesOf: openIndustryReader() },
  companies: new Map(),
  investors: new Set(),
  people: new Set(),
  participants: openParticipants(),
  deals: openDeals(),
});

/** The records of one row, each of which is given once and after what it names. */
export function* readRow(reading: Reading, mapped: MappedRow): Generator<SourceRecord> {
  const { company, investor } = reading.mapping;
  if (investor) yield* readFirm(reading, mapped, investor);
  if (company) yield* readCompany(reading, mapped, company);
}

function* readFirm(
  { investors, participants, lookups }: Reading,
  mapped: MappedRow,
  fields: NonNullable<Mapping['investor']>,
): Generator<SourceRecord> {
  const key = readKey(mapped, fields);
  const name = readField(mapped, fields.name);
  if (!key || !name) return mapped.find('rejected', 'no investor is named', toRowText(mapped));
  if (investors.has(key)) return mapped.find('merged', 'the same investor as one before', name);
  investors.add(key);
  participants.know(name, key);
  yield toInvestor(mapped, fields, key, lookups);
}

function* readCompany(
  reading: Reading,
  mapped: MappedRow,
  fields: NonNullable<Mapping['company']>,
): Generator<SourceRecord> {
  const { companies, mapping } = reading;
  const key = readKey(mapped, fields);
  if (!key) return mapped.find('rejected', 'no company is named', toRowText(mapped));
  const name = readField(mapped, fields.name) ?? key;
  const before = companies.get(key);
  if (before === undefined) {
    companies.set(key, name);
    const backers = yield* readBackers(reading, mapped);
    yield { ...toCompany(mapped, fields, key, reading.lookups), ...(backers ? { backers } : {}) };
  } else if (before !== name) {
    mapped.find('noted', 'the company stands under another name before', `${name} -> ${before}`);
  } else if (!mapping.deal) mapped.find('merged', 'the same company as one before', name);
  yield* readPeople(mapped, { key, name: before ?? name }, reading.people);
  yield* readDeal(reading, mapped, key);
}

/** The investors of a company in a mapping without rounds. */
function* readBackers(
  { mapping, participants }: Reading,
  mapped: MappedRow,
): Generator<SourceRecord, CompanyRecord['backers'] | undefined> {
  if (mapping.deal) return undefined;
  const lineup: Lineup = { investors: [], angels: [] };
  yield* readInvestors(mapped, participants, lineup);
  return { investors: lineup.investors.map((investor) => investor.key), people: lineup.angels };
}

function* readDeal(
  { mapping, participants, deals }: Reading,
  mapped: MappedRow,
  companyKey: string,
): Generator<SourceRecord> {
  const fields = mapping.deal;
  if (!fields) return;
  if (!hasDeal(mapped, fields)) {
    return mapped.find('noted', 'no round on this row: its investors are left out', companyKey);
  }
  const lineup: Lineup = { investors: [], angels: [] };
  const key = readDealKey(mapped, fields, companyKey);
  yield* readInvestors(mapped, participants, deals.lineupOf(key) ?? lineup);
  const ended = deals.add(mapped, key, lineup, () => toDeal(mapped, fields, key, companyKey));
  if (ended) yield ended;
}

const longestRowText = 200;
const toRowText = ({ row }: MappedRow) =>
  row.columns
    .map((column) => row.read(column).join())
    .join(' | ')
    .slice(0, longestRowText);
