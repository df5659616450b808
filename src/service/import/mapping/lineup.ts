import { toSlug } from '../../db/fold.ts';
import { joinLineup, type Lineup, type Participants } from '../participants.ts';
import type { PersonRecord, SourceRecord } from '../records.ts';
import { splitMarkedList, type ListedName } from '../words/lists.ts';
import { readProfile } from '../words/addresses.ts';
import { readField, readTexts, replaceWord, toLabel, type MappedRow } from './fields.ts';
import type { MappingFields } from './schema.ts';

/** Adds the investors of a row to a lineup; gives the records that no row named before. */
export function* readInvestors(mapped: MappedRow, { take }: Participants, lineup: Lineup): Generator<SourceRecord> {
  for (const field of mapped.mapping.investors) {
    const names = readNames(mapped, field, field.lead_marks);
    const marked = names.some(({ lead }) => lead);
    for (const { name, lead } of names) {
      const participant = take(name, field.kind);
      if (participant.record) yield participant.record;
      if (participant.spelledBefore) {
        mapped.find('repaired', 'an investor under another spelling', `${name} -> ${participant.spelledBefore}`);
      }
      const leads = marked ? lead : (field.lead ?? null);
      if (!joinLineup(lineup, participant, leads)) {
        mapped.find('repaired', `${toLabel(field)}: an investor stands twice`, name);
      }
    }
  }
}

/** The people of a row's company who were not named before: one of that name at one company. */
export function* readPeople(
  mapped: MappedRow,
  company: { key: string; name: string },
  known: Set<string>,
): Generator<PersonRecord> {
  for (const field of mapped.mapping.people) {
    const title = readField(mapped, field.title);
    for (const { name } of readNames(mapped, field)) {
      const key = `${company.key}|${toSlug(name) || name}`;
      if (known.has(key)) continue;
      known.add(key);
      const linkedin = readField(mapped, field.linkedin);
      yield {
        kind: 'person',
        key,
        name,
        title,
        isFounder: field.founder,
        linkedin: linkedin ? (readProfile(linkedin, 'linkedin-person') ?? null) : null,
        employments: [{ companyKey: company.key, companyName: company.name, title, isCurrent: field.current }],
      };
    }
  }
}

function readNames(
  mapped: MappedRow,
  field: MappingFields['investors'] | MappingFields['people'],
  marks: readonly string[] = [],
): ListedName[] {
  const cells = readTexts(mapped, { ...field, words: undefined });
  return cells
    .flatMap((cell) => splitMarkedList(cell, field.split ?? [], marks))
    .map(({ name, lead }) => ({ name: replaceWord(field, name), lead }))
    .filter(({ name }) => name !== '' && !mapped.unknown.has(name.toLowerCase()));
}
