import { beforeEach, expect, test } from 'vitest';
import { parseWork } from '../own-work/migrate-work.ts';
import { getWorkStore, statusStore } from '../own-work/work-store.ts';
import { addStage, buildStageChange, deleteStage, findStageId, moveStage, readStages, renameStage } from './stages.ts';
import { readStatusOf, setStatus, setStatuses, undoStatuses } from './statuses.ts';
import { emptyStatus } from './record-status.ts';

beforeEach(() => statusStore.reset());

const listOwn = () => readStages().filter(({ isOwn }) => isOwn);
const listNames = () => readStages().map(({ name }) => name);
const stageOf = (id: string) => findStageId(readStatusOf('deal', id), readStages());

test('the user’s stages are before the last one, in their order', () => {
  expect(addStage('Due diligence')).toBe(true);
  expect(addStage('Term sheet')).toBe(true);
  expect(listNames()).toEqual(['To review', 'Shortlisted', 'Contacted', 'Due diligence', 'Term sheet', 'Passed']);
  moveStage(listOwn()[1]!.id, -1);
  expect(listOwn().map(({ name }) => name)).toEqual(['Term sheet', 'Due diligence']);
});

test('a blank name and a name that is taken are rejected', () => {
  addStage('Due diligence');
  expect([addStage(' '), addStage('contacted'), addStage('DUE DILIGENCE')]).toEqual([false, false, false]);
  expect(renameStage(listOwn()[0]!.id, 'Passed')).toBe(false);
  expect(listOwn()).toHaveLength(1);
});

test('a record is in the stage that it was last moved to, and undo restores the previous one', () => {
  addStage('Due diligence');
  let before: string | undefined;
  for (const { id } of readStages()) {
    setStatuses('deal', ['d1'], buildStageChange(id));
    expect(stageOf('d1')).toBe(id);
    undoStatuses();
    expect(stageOf('d1')).toBe(before);
    setStatuses('deal', ['d1'], buildStageChange(id));
    before = id;
  }
  setStatuses('deal', ['d1'], buildStageChange(null));
  expect(stageOf('d1')).toBeUndefined();
});

test('a record of a deleted stage is shortlisted, and in its stage again when that is restored', () => {
  addStage('Due diligence');
  const [own] = listOwn();
  setStatus('deal', 'd1', buildStageChange(own!.id));
  deleteStage(own!.id);
  expect(stageOf('d1')).toBe('shortlist');
  renameStage(own!.id, own!.name);
  expect(stageOf('d1')).toBe(own!.id);
});

test('a status of an earlier version has its stage, and pressing Pass wins over a stage', () => {
  expect(findStageId({ ...emptyStatus, status: 'shortlist' }, readStages())).toBe('shortlist');
  expect(findStageId({ ...emptyStatus, status: 'pass', stage: 'contacted' }, readStages())).toBe('pass');
  expect(findStageId(emptyStatus, readStages())).toBeUndefined();
});

test('stages, owner, next step and day are restored from a backup, and the newest value of each field stays', () => {
  addStage('Due diligence');
  setStatus('deal', 'd1', { owner: 'Ana', next: 'Call', due: '2026-12-01', ...buildStageChange(listOwn()[0]!.id) });
  const saved = JSON.parse(JSON.stringify(statusStore.all())) as unknown[];
  const expected = [readStatusOf('deal', 'd1'), listNames()];
  statusStore.reset();
  getWorkStore('statuses').merge(parseWork('statuses', saved));
  expect([readStatusOf('deal', 'd1'), listNames()]).toEqual(expected);
  setStatus('deal', 'd1', { owner: 'Ben' });
  getWorkStore('statuses').merge(parseWork('statuses', saved));
  expect(readStatusOf('deal', 'd1')).toMatchObject({ owner: 'Ben', next: 'Call', due: '2026-12-01' });
});
