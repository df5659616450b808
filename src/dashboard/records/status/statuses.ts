import { maxTagLength } from '#contract/workspace/statuses.ts';
import { cutText } from '../../platform/format.ts';
import { useWorkspaceQuery } from '../../platform/http/workspace.ts';
import { undoSteps } from './undo-steps.ts';
import { z } from 'zod';
import type { RecordStatus, StatusKind, StatusValue } from '#contract/workspace/statuses.ts';
import { emptyStatus } from './record-status.ts';
import { addStatusChanges, showStatuses, storedStatuses, unsavedStatuses } from './stored-statuses.ts';

/** All statuses of one kind of record, by its id; records without one are left out. */
export type StatusState = ReadonlyMap<string, RecordStatus>;

/** The statuses of a kind as React state; the map stays the same until one changes. */
export function useStatuses(kind: StatusKind): StatusState {
  return showStatuses(useWorkspaceQuery(storedStatuses).data, unsavedStatuses.use())[kind];
}

/** Whether the statuses are read for the first time. */
export const useAreStatusesLoading = (): boolean => useWorkspaceQuery(storedStatuses).isLoading;

/** The current status of one record. */
export const readStatusOf = (kind: StatusKind, id: string): RecordStatus => showStatuses()[kind].get(id) ?? emptyStatus;

/** The stored position at an index of a shortlist; positions are compared as text. */
export const formatRank = (index: number): string => String(index).padStart(5, '0');

/** Compares positions in a shortlist; records without one come last. */
export function compareRanks({ rank: one }: RecordStatus, { rank: other }: RecordStatus): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** When a record was shortlisted or passed, in milliseconds; 0 if it was not. */
export const readStatusTime = (kind: StatusKind, id: string): number =>
  Date.parse(showStatuses()[kind].get(id)?.status_at ?? '') || 0;

/** Whether there is a step to undo; with a kind, whether the last one changed records of that kind. */
export const useCanUndo = (kind?: StatusKind): boolean => {
  const last = undoSteps.use().at(-1);
  return last !== undefined && (kind === undefined || last.kind === kind);
};
const maxUndone = 500;

/** Changes the status of one record. */
export const setStatus = (kind: StatusKind, id: string, change: Partial<RecordStatus>): void =>
  setStatuses(kind, [id], change);

/** Makes the same change to several records, in one step. */
export const setStatuses = (kind: StatusKind, ids: readonly string[], change: Partial<RecordStatus>): void =>
  setEachStatus(kind, new Map(ids.map((id) => [id, change])));

/** Adds a tag to several records in one step. */
export const addTag = (kind: StatusKind, ids: readonly string[], tag: string): void =>
  setEachStatus(kind, new Map(ids.map((id) => [id, { tags: [...new Set([...readStatusOf(kind, id).tags, tag])] }])));

/** Text fields have their own undo. */
const textFields: readonly string[] = ['note', 'owner', 'next'];

/** Makes a different change to each record, in one step, which can be undone except for text. */
export function setEachStatus(kind: StatusKind, changes: ReadonlyMap<string, Partial<RecordStatus>>): void {
  const ids = [...changes.keys()];
  if ([...changes.values()].some((change) => Object.keys(change).some((field) => !textFields.includes(field)))) {
    const step = { kind, ids, before: ids.map((id) => readStatusOf(kind, id)) };
    undoSteps.write([...undoSteps.read(), step].slice(-maxUndone));
  }
  write(kind, ids, (index) => changes.get(ids[index] ?? '') ?? {});
}

/** A tag in its stored form: lower case, trimmed, at most 40 characters; "" for none. */
export const normalizeTag = (text: string): string => cutText(text.trim().toLowerCase(), maxTagLength).trim();

/** Undoes the last step of this tab; returns the records that it changed, or undefined if there is none. */
export function undoStatuses(): { readonly kind: StatusKind; readonly ids: readonly string[] } | undefined {
  const step = undoSteps.read().at(-1);
  if (!step) return undefined;
  undoSteps.write(undoSteps.read().slice(0, -1));
  const { kind, ids, before } = step;
  write(kind, ids, (index) => {
    const { status, stage, seen, tags, due, rank } = before[index] ?? emptyStatus;
    return { status, stage, seen, tags, due, rank };
  });
  return { kind, ids };
}

function write(kind: StatusKind, ids: readonly string[], getChange: (index: number) => Partial<RecordStatus>): void {
  const changes = ids.flatMap((id, index) => {
    const before = readStatusOf(kind, id);
    const changed = Object.entries(getChange(index)).filter(
      ([field, value]) => value !== undefined && !isSame(before[field as keyof RecordStatus], value),
    );
    return changed.length === 0 ? [] : [{ kind, id, set: Object.fromEntries(changed) }];
  });
  if (changes.length > 0) addStatusChanges(changes);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Every tag in use, in alphabetical order. */
export function findTags(statuses: StatusState): string[] {
  return [...new Set([...statuses.values()].flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));
}

/** The status that a screen shows for a record. */
export type EffectiveStatus = {
  readonly status: RecordStatus['status'];
  /** Whether the status is its company's, because the record has none. */
  readonly isOfCompany: boolean;
  readonly tags: readonly string[];
  readonly hasNote: boolean;
};

/**
 * A record's own status, or its company's while it has none, so that passing on a company passes on its rounds. A
 * round's status never applies to its company. Tags are those of both; a note is the record's own.
 */
export function findStatus(own: RecordStatus = emptyStatus, company: RecordStatus = emptyStatus): EffectiveStatus {
  return {
    status: own.status ?? company.status,
    isOfCompany: own.status === null && company.status !== null,
    tags: company.tags.length === 0 ? own.tags : [...new Set([...own.tags, ...company.tags])],
    hasNote: own.note !== '',
  };
}

const tagPrefix = 'tag~';

/** The status filter of a table, as text in the address: a status, `none` for records without one, or a tag. */
export const statusFilter = z
  .string()
  .regex(/^(shortlist|pass|none|tag~.{1,40})$/u)
  .brand<'status filter'>();
export type StatusFilter = z.infer<typeof statusFilter>;

/** The filter for a status, for none, or for a tag. */
export const buildStatusFilter = (wanted: 'shortlist' | 'pass' | 'none' | { readonly tag: string }): StatusFilter =>
  (typeof wanted === 'string' ? wanted : `${tagPrefix}${wanted.tag}`) as StatusFilter;

/** Whether a record matches a filter. */
export function matchesStatusFilter(filter: StatusFilter, { status, tags }: EffectiveStatus): boolean {
  if (filter.startsWith(tagPrefix)) return tags.includes(filter.slice(tagPrefix.length));
  return filter === 'none' ? status === null : status === filter;
}

/** The name of a filter: "Shortlisted", "Tag climate". */
export function getFilterName(filter: StatusFilter): string {
  if (filter.startsWith(tagPrefix)) return `Tag ${filter.slice(tagPrefix.length)}`;
  return filter === 'none' ? 'Undecided' : statusNames[filter as StatusValue];
}

/** The names of statuses on screen. */
export const statusNames: Record<StatusValue, string> = {
  shortlist: 'Shortlisted',
  pass: 'Passed',
};
