// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toRecordId, settle, startWorkGateway, type WorkGateway } from '../saving/testing-gateway.ts';
import { addStage, buildStageChange, deleteStage, findStageId, moveStage, listStages, renameStage } from './stages.ts';
import { readStatusOf, setStatus, setStatuses, undoStatuses } from './statuses.ts';
import { emptyStatus } from './record-status.ts';

const deal = toRecordId('d');
let gateway: WorkGateway;
beforeEach(() => {
  vi.useFakeTimers();
  gateway = startWorkGateway();
});
afterEach(() => vi.useRealTimers());

const listOwn = () => listStages().filter(({ isOwn }) => isOwn);
const listNames = () => listStages().map(({ name }) => name);
const listStored = () => gateway.stages.map(({ name }) => name);
const stageOf = (id: string) => findStageId(readStatusOf('deal', id), listStages());

test('the user’s stages are before the last one, in their order, at once and once they are saved', async () => {
  expect(addStage('Due diligence')).toBe(true);
  expect(addStage('Term sheet')).toBe(true);
  expect(listNames()).toEqual(['To review', 'Shortlisted', 'Contacted', 'Due diligence', 'Term sheet', 'Passed']);
  await settle();
  expect(listNames()).toEqual(['To review', 'Shortlisted', 'Contacted', 'Due diligence', 'Term sheet', 'Passed']);
  moveStage(listOwn()[1]!.id, -1);
  expect(listOwn().map(({ name }) => name)).toEqual(['Term sheet', 'Due diligence']);
  await settle();
  expect(listStored()).toEqual(['Term sheet', 'Due diligence']);
});

test('a stage that a colleague added just before stays', async () => {
  gateway.stages = [{ id: 'theirs', name: 'Theirs' }];
  addStage('Mine');
  await settle();
  expect(listStored()).toEqual(['Theirs', 'Mine']);
  expect(listOwn().map(({ name }) => name)).toEqual(['Theirs', 'Mine']);
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
  for (const { id } of listStages()) {
    setStatuses('deal', [deal], buildStageChange(id));
    expect(stageOf(deal)).toBe(id);
    undoStatuses();
    expect(stageOf(deal)).toBe(before);
    setStatuses('deal', [deal], buildStageChange(id));
    before = id;
  }
  setStatuses('deal', [deal], buildStageChange(null));
  expect(stageOf(deal)).toBeUndefined();
});

test('a record of a deleted stage is shortlisted, and in its stage again when that is restored in its place', async () => {
  addStage('Due diligence');
  addStage('Term sheet');
  const [own] = listOwn();
  setStatus('deal', deal, buildStageChange(own!.id));
  await settle();
  const undo = deleteStage(own!);
  expect(stageOf(deal)).toBe('shortlist');
  await settle();
  expect(listStored()).toEqual(['Term sheet']);
  undo();
  expect(stageOf(deal)).toBe(own!.id);
  await settle();
  expect(listStored()).toEqual(['Due diligence', 'Term sheet']);
});

test('a status without a stage has the stage that it says, and pressing Pass wins over a stage', () => {
  expect(findStageId({ ...emptyStatus, status: 'shortlist' }, listStages())).toBe('shortlist');
  expect(findStageId({ ...emptyStatus, status: 'pass', stage: 'contacted' }, listStages())).toBe('pass');
  expect(findStageId(emptyStatus, listStages())).toBeUndefined();
});
