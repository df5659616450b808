import type { RowWriter } from './copy-rows.ts';
import { deriveRecordId } from './identity.ts';
import type { PlaceWriter } from './places.ts';
import type { SourceRecord } from './records.ts';
import { writeCompany, writeDeal, writeInvestor, writePerson, type RowId } from './record-rows.ts';

export type Entity = 'company' | 'investor' | 'person' | 'deal';

/** What the new tables have before the first record: what other sources' records took. */
export type SinkStart = {
  sourceId: number;
  sourceKey: string;
  nextIds: Record<Entity, number>;
  permalinks: { company: Set<string>; investor: Set<string> };
  industryIds: ReadonlyMap<string, number>;
};

/** What the writing of one record needs: where rows go, and the ids of what records name. */
export type Sink = Pick<RowWriter, 'write'> & {
  places: PlaceWriter;
  permalinks: SinkStart['permalinks'];
  /** The ids of a new record. */
  begin: (entity: Entity, record: { key: string; uuid?: string | undefined }) => RowId;
  uuidOf: (entity: string, key: string) => string;
  /** The id of a record given before; throws when there is none. */
  find: (entity: Exclude<Entity, 'deal'>, key: string) => number;
  findIndustry: (permalink: string) => number;
};

/** A record that gets another name when all are written. */
export type Renamed = { entity: Exclude<Entity, 'deal'>; id: number; name: string };

/** Turns records into rows of the new tables. A record that names what was not given is a mistake of its source's code. */
export function openSink(
  write: RowWriter['write'],
  places: PlaceWriter,
  start: SinkStart,
): { add: (record: SourceRecord) => void; renamed: Renamed[] } {
  // Deals are named by no other record: their ids need not be remembered.
  const ids = {
    company: new Map<string, number>(),
    investor: new Map<string, number>(),
    person: new Map<string, number>(),
  };
  const next = { ...start.nextIds };
  const uuidOf = (entity: string, key: string) => deriveRecordId(start.sourceKey, entity, key);
  const sink: Sink = {
    write,
    places,
    permalinks: start.permalinks,
    uuidOf,
    begin(entity, { key, uuid }) {
      const id = next[entity]++;
      if (entity !== 'deal') {
        if (ids[entity].has(key)) throw new Error(`the ${entity} ${key} is given twice`);
        ids[entity].set(key, id);
      }
      return { id, uuid: uuid ?? uuidOf(entity, key), source_id: start.sourceId };
    },
    find(entity, key) {
      const id = ids[entity].get(key);
      if (id === undefined) throw new Error(`the ${entity} ${key} is named before it is given`);
      return id;
    },
    findIndustry(permalink) {
      const id = start.industryIds.get(permalink);
      if (id === undefined) throw new Error(`there is no industry ${permalink}`);
      return id;
    },
  };
  const renamed: Renamed[] = [];
  const add = (record: SourceRecord) => {
    if (record.kind === 'place') places.add(record.place);
    else if (record.kind === 'company') writeCompany(sink, record);
    else if (record.kind === 'investor') writeInvestor(sink, record);
    else if (record.kind === 'person') writePerson(sink, record);
    else if (record.kind === 'deal') writeDeal(sink, record);
    else renamed.push({ entity: record.entity, id: sink.find(record.entity, record.key), name: record.name });
  };
  return { add, renamed };
}
