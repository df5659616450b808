import { queryOptions } from '@tanstack/react-query';
import {
  changeStages,
  maxStages,
  type OwnStage,
  readStages as readStagesEndpoint,
  type RecordStatus,
} from '#contract/workspace/statuses.ts';
import { cutText } from '../../platform/format.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { callWorkspace, useWorkspaceQuery, workspaceKey } from '../../platform/http/workspace.ts';
import { createUuid } from '../../platform/storage/storage.ts';
import { createUnsaved } from '../saving/unsaved.ts';

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

/** The stages that the account made, as the gateway has them. Free. */
const storedStages = queryOptions({
  queryKey: workspaceKey('stages'),
  queryFn: async ({ signal }): Promise<readonly OwnStage[]> =>
    (await callWorkspace(readStagesEndpoint, { query: undefined, signal })).stages,
});

/** A change of the account's stages: a stage is added or renamed, deleted, or moved to a place. */
type StageChange =
  | { readonly put: OwnStage; readonly at?: number }
  | { readonly remove: string }
  | { readonly move: string; readonly to: number };

const unsavedStages = createUnsaved<StageChange>({
  async send(changes, options) {
    // What a colleague changed a moment ago stays; a page that is being left cannot wait for it.
    const isLeaving = document.visibilityState === 'hidden';
    const before = isLeaving ? readStored() : await queryClient.query({ ...storedStages, staleTime: 0 });
    const body = { stages: changes.reduce(applyChange, before).slice(0, maxStages) };
    const { stages } = await callWorkspace(changeStages, { body }, options);
    return () => queryClient.setQueryData(storedStages.queryKey, stages);
  },
  countNext: (changes) => changes.length,
});

const noStages: readonly OwnStage[] = [];
const readStored = () => queryClient.getQueryData(storedStages.queryKey) ?? noStages;

function applyChange(stages: readonly OwnStage[], change: StageChange): OwnStage[] {
  if ('remove' in change) return stages.filter(({ id }) => id !== change.remove);
  if ('move' in change) {
    const moved = stages.find(({ id }) => id === change.move);
    return moved ? stages.filter((stage) => stage !== moved).toSpliced(change.to, 0, moved) : [...stages];
  }
  const { put, at = stages.length } = change;
  return stages.some(({ id }) => id === put.id)
    ? stages.map((stage) => (stage.id === put.id ? put : stage))
    : stages.toSpliced(at, 0, put);
}

/** All stages from left to right, as React state; the user's own are before the last one. */
export function useStages(): readonly ShortlistStage[] {
  return buildStages(useWorkspaceQuery(storedStages).data, unsavedStages.use());
}

/** All stages from left to right. */
export const listStages = (): readonly ShortlistStage[] => buildStages();

const buildStages = (stored = readStored(), unsaved = unsavedStages.read()): readonly ShortlistStage[] => [
  review,
  shortlisted,
  contacted,
  ...unsaved.reduce<readonly OwnStage[]>(applyChange, stored).map((stage) => ({ ...stage, isOwn: true })),
  passed,
];

const readOwnStages = (): readonly ShortlistStage[] => listStages().filter(({ isOwn }) => isOwn);

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

/** Adds a stage after the user's others; false if the name is blank or taken, or there are too many. */
export function addStage(name: string): boolean {
  const wanted = cleanName(name);
  if (wanted === '' || isTaken(wanted) || readOwnStages().length >= maxStages) return false;
  unsavedStages.add({ put: { id: createUuid(), name: wanted } });
  return true;
}

/** Renames a stage; false if the name is blank or taken. */
export function renameStage(id: string, name: string): boolean {
  const wanted = cleanName(name);
  if (wanted === '' || isTaken(wanted, id)) return false;
  unsavedStages.add({ put: { id, name: wanted } });
  return true;
}

/** Deletes a stage; its records count as shortlisted. Returns what undoes this. */
export function deleteStage({ id, name }: ShortlistStage): () => void {
  const at = readOwnStages().findIndex((stage) => stage.id === id);
  unsavedStages.add({ remove: id });
  return () => unsavedStages.add({ put: { id, name }, at });
}

/** Moves one of the user's stages to another position among them. */
export function moveStage(id: string, by: -1 | 1): void {
  const ids = readOwnStages().map((stage) => stage.id);
  const to = ids.indexOf(id) + by;
  if (to >= 0 && to < ids.length) unsavedStages.add({ move: id, to });
}

const isTaken = (name: string, but?: string): boolean =>
  listStages().some((stage) => stage.id !== but && stage.name.toLowerCase() === name.toLowerCase());
