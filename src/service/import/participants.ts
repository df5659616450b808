import { foldName, toSlug } from '../db/fold.ts';
import type { InvestorRecord, PersonRecord } from './records.ts';
import { isPersonName } from './words/person-names.ts';

/** What the names of a list are; `by-name` tells people from firms by their names, one at a time. */
export const participantKinds = ['firms', 'people', 'by-name'] as const;
export type ParticipantKind = (typeof participantKinds)[number];

export type Participant = {
  kind: 'investor' | 'person';
  key: string;
  /** The record to give before it is named, the first time only. */
  record?: InvestorRecord | PersonRecord;
  /** How the same one was spelled before, where that differs. */
  spelledBefore?: string;
};

type Entry = { kind: Participant['kind']; key: string; name: string };

export type Participants = {
  take: (name: string, kind: ParticipantKind) => Participant;
  /** Tells of a firm whose record was given already, so that its name means it. */
  know: (name: string, key: string) => void;
};

/** Investors that a source knows by name only: one record each, whatever the case, blanks and signs of the spelling. */
export function openParticipants(): Participants {
  const known = new Map<string, Entry>();
  // Folding a name costs more than all the rest, and sources write most names the same way each time.
  const spellings = new Map<string, Entry>();
  const toKey = (name: string) => foldName(name).replaceAll(' ', '') || name.toLowerCase();
  const take: Participants['take'] = (name, kind) => {
    const before = spellings.get(name) ?? known.get(toKey(name));
    if (before) {
      spellings.set(name, before);
      return { kind: before.kind, key: before.key, ...(before.name === name ? {} : { spelledBefore: before.name }) };
    }
    const key = toKey(name);
    const person = kind === 'people' || (kind === 'by-name' && isPersonName(name));
    const entry: Entry = { kind: person ? 'person' : 'investor', key, name };
    known.set(key, entry);
    spellings.set(name, entry);
    const record: InvestorRecord | PersonRecord = person
      ? { kind: 'person', key, name }
      : { kind: 'investor', key, name, permalink: toSlug(name) || 'investor' };
    return { kind: entry.kind, key, record };
  };
  return { take, know: (name, key) => void known.set(toKey(name), { kind: 'investor', key, name }) };
}

/** The firms and people that take part in one deal, each once. */
export type Lineup = { investors: { key: string; lead: boolean | null }[]; angels: string[] };

/** Adds a participant to a lineup; one that stands there already may become its lead. False when it stood there. */
export function joinLineup(lineup: Lineup, { kind, key }: Participant, lead: boolean | null): boolean {
  if (kind === 'person') {
    if (lineup.angels.includes(key)) return false;
    lineup.angels.push(key);
    return true;
  }
  const twin = lineup.investors.find((investor) => investor.key === key);
  if (twin) twin.lead = twin.lead === true || lead === true ? true : (twin.lead ?? lead);
  else lineup.investors.push({ key, lead });
  return !twin;
}
