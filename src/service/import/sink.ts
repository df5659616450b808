import { hash } from 'node:crypto';
import type { RowWriter } from './copy-rows.ts';
import { type Sink, writeCompany, writeDeal, writeInvestor, writePerson } from './record-rows.ts';
import type { Entity, SourceRecord } from './records.ts';
import type { PlaceWriter } from './reference-rows.ts';

/** The ids and permalinks that records of other sources already use. */
export type SinkStart = {
  sourceId: number;
  sourceKey: string;
  nextIds: Record<Entity, number>;
  permalinks: Sink['permalinks'];
  industryIds: ReadonlyMap<string, number>;
};

/** A record that gets another name after all records are written. */
export type Renamed = { entity: Exclude<Entity, 'deal'>; id: number; name: string };

/** Writes records as rows of the new tables. A reference to a missing record is a bug in the source's code. */
export function openSink(
  write: RowWriter['write'],
  places: PlaceWriter,
  start: SinkStart,
): { add: (record: SourceRecord) => void; renamed: Renamed[] } {
  // No record refers to a deal, so its id need not be remembered.
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
        if (ids[entity].has(key)) throw new Error(`the ${entity} ${key} appears twice`);
        ids[entity].set(key, id);
      }
      return { id, uuid: uuid ?? uuidOf(entity, key), source_id: start.sourceId };
    },
    find(entity, key) {
      const id = ids[entity].get(key);
      if (id === undefined) throw new Error(`the ${entity} ${key} is referred to before it appears`);
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

/** The namespace of all ids that imports create. It must never change, or the same file would get other ids. */
const namespace = Buffer.from('6f2f5c1ea0c95b1f9d0c7a54e1b3d862', 'hex');

/** Reused for every id, because a load creates millions. */
let hashed = Buffer.concat([namespace, Buffer.alloc(1024)]);

/** The UUIDv5 of a record by its source and key, so that a second import of the same file gives the same id. */
export function deriveRecordId(source: string, entity: string, key: string): string {
  const name = `${source}:${entity}:${key}`;
  const end = namespace.length + Buffer.byteLength(name);
  if (end > hashed.length) hashed = Buffer.concat([namespace, Buffer.alloc(end)]);
  hashed.write(name, namespace.length);
  const hex = hash('sha1', hashed.subarray(0, end));
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
