import { statusStore } from '../own-work/work-store.ts';
import { cutText } from '../../platform/format.ts';
import { createRandomId } from '../../platform/storage/storage.ts';
import type { RecordStatus } from './record-status.ts';

/** A stage of the shortlist: one of the four that always exist, or one that the user made. */
export type ShortlistStage = { readonly id: string; readonly name: string; readonly isOwn: boolean };

const buildFixed = (id: string, name: string): ShortlistStage => ({ id, name, isOwn: false });
const [review, shortlisted, contacted, passed] = [
  buildFixed('review', 'To review'),
  buildFixed('shortlist', 'Shortlisted'),
  buildFixed('contacted', 'Contacted'),
  buildFixed('pass', 'Passed'),
];

const maxNameLength = 40;

/** All stages from left to right, as React state; the user's own are before the last one. */
export function useStages(): readonly ShortlistStage[] {
  statusStore.useVersion();
  return readStages();
}

/** All stages from left to right. */
export const readStages = (): readonly ShortlistStage[] => [review, shortlisted, contacted, ...readOwnStages(), passed];

function readOwnStages(): ShortlistStage[] {
  return statusStore
    .all()
    .flatMap(({ key: [kind, id, field], value }) =>
      kind === 'stage' && field === 'name' && typeof value === 'string' && value !== '' ? [{ id, name: value }] : [],
    )
    .toSorted((one, other) => readRank(one.id).localeCompare(readRank(other.id)) || (one.id < other.id ? -1 : 1))
    .map((one) => ({ ...one, isOwn: true }));
}

const readRank = (id: string): string => {
  const rank = statusStore.read(['stage', id, 'rank']);
  return typeof rank === 'string' ? rank : '';
};

/** The stage of a record; undefined if it is not on the shortlist. A record of a deleted stage is shortlisted. */
export function findStageId({ status, stage }: RecordStatus, stages: readonly ShortlistStage[]): string | undefined {
  if (status === 'pass') return passed.id;
  if (status === null) return stage === review.id ? review.id : undefined;
  return stage !== null && stage !== review.id && stages.some(({ id }) => id === stage) ? stage : shortlisted.id;
}

/** The change that moves a record to a stage; null removes it from the shortlist. */
export function buildStageChange(stageId: string | null): Partial<RecordStatus> {
  if (stageId === null) return { status: null, stage: null, rank: null };
  if (stageId === passed.id) return { status: 'pass' };
  if (stageId === review.id) return { status: null, stage: review.id };
  return { status: 'shortlist', stage: stageId === shortlisted.id ? null : stageId };
}

const cleanName = (name: string): string => cutText(name.trim(), maxNameLength).trim();

/** Adds a stage after the user's others; false if the name is blank or taken. */
export function addStage(name: string): boolean {
  const wanted = cleanName(name);
  if (wanted === '' || isTaken(wanted)) return false;
  const id = createRandomId();
  statusStore.setAll([
    [['stage', id, 'name'], wanted],
    [['stage', id, 'rank'], formatStageRank(readOwnStages().length)],
  ]);
  return true;
}

/** Renames a stage; false if the name is blank or taken. */
export function renameStage(id: string, name: string): boolean {
  const wanted = cleanName(name);
  if (wanted === '' || isTaken(wanted, id)) return false;
  statusStore.set(['stage', id, 'name'], wanted);
  return true;
}

/** Deletes a stage; its records count as shortlisted. `renameStage` with its name undoes this. */
export const deleteStage = (id: string): void => statusStore.set(['stage', id, 'name'], '');

/** Moves one of the user's stages to another position among them. */
export function moveStage(id: string, by: -1 | 1): void {
  const ids = readOwnStages().map((stage) => stage.id);
  const to = ids.indexOf(id) + by;
  if (to < 0 || to >= ids.length) return;
  const moved = ids.filter((one) => one !== id).toSpliced(to, 0, id);
  statusStore.setAll(moved.map((one, at) => [['stage', one, 'rank'], formatStageRank(at)]));
}

const formatStageRank = (at: number): string => String(at).padStart(4, '0');

const isTaken = (name: string, but?: string): boolean =>
  readStages().some((stage) => stage.id !== but && stage.name.toLowerCase() === name.toLowerCase());
