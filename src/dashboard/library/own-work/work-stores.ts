import type { WorkName } from '../../platform/storage/database.ts';
import { reportWork } from '../records/device.ts';
import { createWorkStore, type WorkStore } from './work-store.ts';

/** The kinds of record that can have a status. */
export const statusKinds = ['deal', 'company', 'investor', 'person'] as const;
export type StatusKind = (typeof statusKinds)[number];
export const statusFields = ['status', 'seen', 'tags', 'note', 'rank'] as const;
export type StatusKey = readonly [kind: StatusKind, id: string, field: (typeof statusFields)[number]];

/** A deal of an alert that was shown, when the last review was finished, or the deal where the current one stands. */
export type ReviewKey = readonly ['shown', dealId: string] | readonly ['finished'] | readonly ['place'];

/** A saved search, or how many new rows it found. */
export const searchParts = ['search', 'new-rows'] as const;
export type SearchKey = readonly [id: string, part: (typeof searchParts)[number]];

/** What is known about a list, the text of its file, or the companies that its lines match. */
export const listParts = ['head', 'text', 'matches'] as const;
export type ListKey = readonly [id: string, part: (typeof listParts)[number]];

/** Statuses, tags and notes (status/statuses.ts). */
export const statusStore = createWorkStore<StatusKey, string | boolean | readonly string[] | null>(
  reportWork('statuses'),
);
/** What the review of alerts has shown (features/alerts/review-state.ts). */
export const reviewStore = createWorkStore<ReviewKey, string | number | null>(reportWork('reviews'));
/** Saved searches (search/saved/searches.ts, which checks the values). */
export const searchStore = createWorkStore<SearchKey, unknown>(reportWork('searches'));
/** The user's lists of companies (lists/lists.ts, which checks the values). */
export const listStore = createWorkStore<ListKey, unknown>(reportWork('lists'), { inTables: true });

/** The user's own work. Clearing unlocked records never touches it. */
export const workStores = { statuses: statusStore, reviews: reviewStore, searches: searchStore, lists: listStore };

/** A store without its types, for code that treats all alike. */
export const getWorkStore = (name: WorkName): WorkStore<readonly string[], unknown> =>
  workStores[name] as unknown as WorkStore<readonly string[], unknown>;
