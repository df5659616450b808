import { buildNameKey, toSlug } from '../../db/name-key.ts';
import type { ImportedInvestor, ImportedPerson, RenameRecord, SourceRecord } from '../records.ts';
import { parseInvestorPhrase } from '../words/investor-phrases.ts';
import { type ListedName, splitMarkedList } from '../words/lists.ts';
import { isPersonName } from '../words/names.ts';
import { labelOf, type MappedRow, readField, readFlag, readLine, readTexts, replaceWord } from './fields.ts';
import { buildIdentity, splitField } from './organization.ts';
import type { Mapping, MappingFields, ParticipantKind } from './schema.ts';

type Participant = {
  kind: 'investor' | 'person';
  key: string;
  /** The record to yield at the first mention. */
  record?: ImportedInvestor | ImportedPerson;
  /** The first spelling, if it differs. */
  spelledBefore?: string;
};

/** The investors and people that the rounds of a source refer to by name or id. */
type Participants = {
  resolve: (name: string, kind: ParticipantKind, kinds: Mapping['kinds']) => Participant;
  /** Registers an investor or a person with a row of its own; the id (and an investor's name) then refers to it. */
  register: (kind: Participant['kind'], key: string, name: string) => void;
  has: (kind: Participant['kind'], key: string) => boolean;
  /** The names of which another spelling is more frequent than the first. */
  renames: () => Generator<RenameRecord>;
};

/** One record for each name; case, spaces and punctuation do not matter. */
export function openParticipants(): Participants {
  const known = new Map<string, { kind: Participant['kind']; key: string }>();
  // Folding a name is the most expensive part, and sources write most names the same way each time.
  const bySpelling = new Map<string, { kind: Participant['kind']; key: string }>();
  const named = { investor: new Set<string>(), person: new Set<string>() };
  const spellings: Record<Participant['kind'], Spellings> = { investor: createSpellings(), person: createSpellings() };
  const foldParticipant = (name: string) => buildNameKey(name).replaceAll(' ', '') || name.toLowerCase();
  return {
    resolve(name, kind, kinds) {
      const before = bySpelling.get(name) ?? known.get(foldParticipant(name));
      if (before) {
        bySpelling.set(name, before);
        const first = spellings[before.kind].add(before.key, name);
        return first === undefined || first === name ? before : { ...before, spelledBefore: first };
      }
      const key = foldParticipant(name);
      const stated = kinds[name];
      const person = stated ? stated === 'person' : kind === 'people' || (kind === 'by-name' && isPersonName(name));
      const entry: Participant = { kind: person ? 'person' : 'investor', key };
      known.set(key, entry);
      bySpelling.set(name, entry);
      named[entry.kind].add(key);
      spellings[entry.kind].add(key, name);
      return { ...entry, record: buildNamedRecord(entry, name) };
    },
    register(kind, key, name) {
      named[kind].add(key);
      if (kind === 'investor') known.set(foldParticipant(name), { kind, key });
    },
    has: (kind, key) => named[kind].has(key),
    *renames() {
      for (const kind of ['investor', 'person'] as const)
        for (const { key, name } of spellings[kind].commonest()) yield { kind: 'rename', entity: kind, key, name };
    },
  };
}

function buildNamedRecord(
  { kind, key, uuid }: { kind: Participant['kind']; key: string; uuid?: string | undefined },
  name: string,
): ImportedInvestor | ImportedPerson {
  if (kind === 'person') return { kind, key, uuid, name };
  return { kind, key, uuid, name, permalink: toSlug(name) || 'investor' };
}

/** The investors and people that take part in one round, by key. */
export type RoundInvestors = {
  investors: Map<string, { key: string; lead: boolean | null; partners?: string[] }>;
  angels: Set<string>;
};

export const createRoundInvestors = (): RoundInvestors => ({ investors: new Map(), angels: new Set() });

/** The investors and people of a round as a deal lists them. */
export const listRoundInvestors = ({ investors, angels }: RoundInvestors) => ({
  investors: [...investors.values()],
  angels: [...angels],
});

/**
 * Adds the investors of a row to `roundInvestors`: those `of` the round, of the company, or all. Yields the new
 * records.
 */
export function* readInvestors(
  mapped: MappedRow,
  participants: Participants,
  roundInvestors: RoundInvestors,
  of: 'round' | 'company' | 'all',
): Generator<SourceRecord> {
  for (const field of mapped.mapping.investors) {
    if (of !== 'all' && (field.of ?? 'round') !== of) continue;
    const list = { mapped, field, participants, roundInvestors };
    if (field.each !== undefined) yield* readEach(list, field.each);
    else if (field.ids) yield* readIds(list);
    else yield* readNames(list);
  }
}

type InvestorField = MappingFields['investors'];
/** A list of investors in a row, and the `roundInvestors` that it is added to. */
type InvestorList = {
  mapped: MappedRow;
  field: InvestorField;
  participants: Participants;
  roundInvestors: RoundInvestors;
};

function* readNames(list: InvestorList): Generator<SourceRecord> {
  const { mapped, field } = list;
  const names = readListedNames(mapped, field, field.lead_marks);
  const marked = names.some(({ lead }) => lead);
  const stated = typeof field.lead === 'string' ? readFlag(mapped, { column: field.lead }) : (field.lead ?? null);
  for (const { name, lead, partner } of names) yield* joinByName(list, name, marked ? lead : stated, partner);
}

function* joinByName(
  { mapped, field, participants, roundInvestors }: InvestorList,
  name: string,
  lead: boolean | null,
  partner?: string,
): Generator<SourceRecord> {
  const participant = participants.resolve(name, field.kind, mapped.mapping.kinds);
  if (participant.record) yield participant.record;
  const person = partner === undefined ? undefined : participants.resolve(partner, 'people', mapped.mapping.kinds);
  if (person?.record) yield person.record;
  const partners = person?.kind === 'person' ? [person.key] : [];
  if (participant.spelledBefore)
    mapped.report('repaired', 'an investor in another spelling', `${name} = ${participant.spelledBefore}`);
  if (!join(roundInvestors, participant, lead, partners))
    mapped.report('repaired', `${labelOf(field)}: an investor is listed twice`, name);
}

/** Reads objects with an id or only a name. */
function* readEach(list: InvestorList, each: string): Generator<SourceRecord> {
  const { mapped, field, participants, roundInvestors } = list;
  for (const row of mapped.row.each(each)) {
    const member = { ...mapped, row };
    const lead = typeof field.lead === 'string' ? readFlag(member, { column: field.lead }) : (field.lead ?? null);
    const id = readField(member, field.id);
    const name = readLine(member, field.name);
    if (!id) {
      if (name) yield* joinByName(list, name, lead);
      continue;
    }
    const kind = field.kind === 'people' ? 'person' : 'investor';
    const record = yield* resolveById(mapped, participants, kind, id, name);
    if (!record) continue;
    const partners: string[] = [];
    for (const partner of field.partners ? row.each(field.partners.each) : []) {
      const of = { ...mapped, row: partner };
      const partnerId = readField(of, field.partners?.id);
      const taken = partnerId
        ? yield* resolveById(mapped, participants, 'person', partnerId, readLine(of, field.partners?.name))
        : undefined;
      if (taken && !partners.includes(taken)) partners.push(taken);
    }
    join(roundInvestors, { kind, key: record }, lead, partners);
  }
}

function* readIds({ mapped, field, participants, roundInvestors }: InvestorList): Generator<SourceRecord> {
  const kind = field.kind === 'people' ? 'person' : 'investor';
  for (const id of splitField(mapped, field)) {
    const key = yield* resolveById(mapped, participants, kind, id, null);
    if (key) join(roundInvestors, { kind, key }, null);
  }
}

/** The key of the record with an id; yields the record first if it has no row of its own. */
function* resolveById(
  mapped: MappedRow,
  participants: Participants,
  kind: Participant['kind'],
  id: string,
  name: string | null,
): Generator<SourceRecord, string | undefined> {
  const identity = buildIdentity(id);
  if (participants.has(kind, identity.key)) return identity.key;
  if (!name) return mapped.report('noted', `the ${kind} has no record and no name: left out`, id);
  participants.register(kind, identity.key, name);
  yield buildNamedRecord({ kind, ...identity }, name);
  return identity.key;
}

/** Returns false if the investor is already in `roundInvestors`; it can still become the lead and get partners. */
function join(
  roundInvestors: RoundInvestors,
  { kind, key }: Pick<Participant, 'kind' | 'key'>,
  lead: boolean | null,
  partners: string[] = [],
): boolean {
  if (kind === 'person') {
    if (roundInvestors.angels.has(key)) return false;
    roundInvestors.angels.add(key);
    return true;
  }
  const twin = roundInvestors.investors.get(key);
  if (!twin) {
    roundInvestors.investors.set(key, { key, lead, ...(partners.length > 0 ? { partners } : {}) });
    return true;
  }
  twin.lead = twin.lead === true || lead === true ? true : (twin.lead ?? lead);
  if (partners.length > 0) twin.partners = [...new Set([...(twin.partners ?? []), ...partners])];
  return false;
}

/** The names in a list, with their lead marks. */
export function readListedNames(
  mapped: MappedRow,
  field: InvestorField | MappingFields['people'],
  marks: readonly string[] = [],
): ListedName[] {
  return readTexts(mapped, { ...field, words: undefined })
    .flatMap((cell) =>
      'phrases' in field && field.phrases
        ? parseInvestorPhrase(cell, field.split ?? [], (words) =>
            mapped.report('noted', `${labelOf(field)}: nobody is named: left out`, words),
          )
        : splitMarkedList(cell, field.split ?? [], marks),
    )
    .map((listed) => ({ ...listed, name: replaceWord(field, listed.name) }))
    .filter(({ name }) => name !== '' && !mapped.unknown.has(name.toLowerCase()));
}

/** Counts the spellings of each name. */
type Spellings = {
  /** Counts a spelling; returns the first spelling of the name, undefined if this is the first. */
  add: (key: string, name: string) => string | undefined;
  /** The names of which another spelling is more frequent than the first. */
  commonest: () => Generator<{ key: string; name: string }>;
};

type Entry = { first: string; count: number; others?: Map<string, number> };

/** Counts spellings. Nearly all names have a single one, for which no map is created. */
export function createSpellings(): Spellings {
  const entries = new Map<string, Entry>();
  return {
    add(key, name) {
      const entry = entries.get(key);
      if (!entry) {
        entries.set(key, { first: name, count: 1 });
        return undefined;
      }
      if (entry.first === name) entry.count += 1;
      else {
        entry.others ??= new Map();
        entry.others.set(name, (entry.others.get(name) ?? 0) + 1);
      }
      return entry.first;
    },
    *commonest() {
      for (const [key, { count, others }] of entries) {
        const [best] = [...(others ?? [])].toSorted(([, a], [, b]) => b - a);
        if (best && best[1] > count) yield { key, name: best[0] };
      }
    },
  };
}
