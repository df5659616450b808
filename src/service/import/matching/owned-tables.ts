import type { Entity } from '../sink.ts';

/** A table of records or of what hangs on them: each row belongs to one record, and may name others. */
export type OwnedTable = {
  name: string;
  owner: Entity;
  /** Names the record that the row belongs to. */
  column: string;
  refs: Record<string, Entity>;
};

/** The tables of the records themselves. */
export const recordTables: Record<Entity, string> = {
  company: 'companies',
  investor: 'investors',
  person: 'people',
  deal: 'deals',
};

const owned = (owner: Entity, name: string, refs: Record<string, Entity> = {}): OwnedTable => ({
  name,
  owner,
  column: name === recordTables[owner] ? 'id' : `${owner}_id`,
  refs,
});

/** Everything that a source gives, by table; a test holds it against the database's own catalogue. */
export const ownedTables: readonly OwnedTable[] = [
  owned('company', 'companies'),
  owned('company', 'company_texts'),
  owned('company', 'company_industries'),
  owned('company', 'company_places'),
  owned('company', 'company_investors', { investor_id: 'investor' }),
  owned('company', 'company_angels', { person_id: 'person' }),
  owned('investor', 'investors'),
  owned('investor', 'investor_places'),
  owned('person', 'people'),
  owned('person', 'person_firms', { investor_id: 'investor' }),
  owned('person', 'employments', { company_id: 'company' }),
  owned('person', 'educations'),
  owned('deal', 'deals', { company_id: 'company' }),
  owned('deal', 'deal_texts'),
  owned('deal', 'financings'),
  owned('deal', 'articles'),
  owned('deal', 'deal_investors', { investor_id: 'investor' }),
  owned('deal', 'deal_partners', { investor_id: 'investor', person_id: 'person' }),
  owned('deal', 'deal_angels', { person_id: 'person' }),
];
