import { z } from 'zod';
import { storedQuery } from '../../library/records/stored-query.ts';

type StoredIds = ReturnType<typeof storedQuery<string[]>>;

/** The ids of the unlocked people of a profile; a query that sends no request, like all here. */
export const storedPeople = ({ kind, id }: { readonly kind: string; readonly id: string }): StoredIds =>
  storedQuery([`${kind} people`, id], z.array(z.string()));

/** The ids of the deals of an investor that match a search; `within` is the search parameters of that search. */
export const storedMatches = (id: string, within: string): StoredIds =>
  storedQuery(['matching deals', id, within], z.array(z.string()));
