// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkspaceMember } from '#contract/workspace/members.ts';
import { noMembership, workspaceMembers } from '../../platform/http/membership.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { toRecordId, settle, startWorkGateway, type WorkGateway } from '../saving/testing-gateway.ts';
import { describeReaders, isOwnWork, readAuthorship } from './authorship.ts';
import { readStatusOf, setStatus, undoStatuses } from './statuses.ts';

const dates = { joined_at: null, invited_until: null, removed_at: null };
const [ana, ben, deal] = [toRecordId('ana'), toRecordId('ben'), toRecordId('d')];
const members: WorkspaceMember[] = [
  { id: ana, name: 'Ana', color: 'blue', role: 'owner', first: true, ...dates },
  { id: ben, name: 'Ben', color: 'orange', role: 'member', first: false, ...dates },
];
let gateway: WorkGateway;

/** The member that uses the page from now on. */
async function be(self: string): Promise<void> {
  gateway.members = { members, self };
  await queryClient.query({ ...workspaceMembers, staleTime: 0 });
}

beforeEach(() => {
  vi.useFakeTimers();
  gateway = startWorkGateway();
});
afterEach(() => vi.useRealTimers());

/** The author before a change is saved and after that. */
const readAuthors = async (part: 'status' | 'note') => {
  const before = readAuthorship('deal', deal, part)?.by;
  await settle();
  return [before, readAuthorship('deal', deal, part)?.by];
};

test('status and note each have the author of their last change, including undo', async () => {
  await be(ana);
  setStatus('deal', deal, { status: 'shortlist', note: 'Ask' });
  expect(await readAuthors('status')).toEqual([ana, ana]);
  await be(ben);
  setStatus('deal', deal, { note: 'Ask Ada' });
  expect(await readAuthors('status')).toEqual([ana, ana]);
  expect(await readAuthors('note')).toEqual([ben, ben]);
  setStatus('deal', deal, { stage: 'contacted' });
  expect(await readAuthors('status')).toEqual([ben, ben]);
  await be(ana);
  undoStatuses();
  expect(await readAuthors('status')).toEqual([ana, ana]);
  expect(readStatusOf('deal', deal)).toMatchObject({ status: 'shortlist', stage: null, note: 'Ask Ada' });
});

test('a deal without a status in a review has the author who marked it as seen', async () => {
  await be(ben);
  setStatus('deal', deal, { seen: true });
  expect(await readAuthors('status')).toEqual([ben, ben]);
});

test('without members no author is shown; earlier work then belongs to the first owner', async () => {
  setStatus('deal', deal, { status: 'shortlist' });
  expect(await readAuthors('status')).toEqual([null, null]);
  expect(isOwnWork('deal', deal)).toBe(true);
  await be(ben);
  expect(isOwnWork('deal', deal)).toBe(false);
  await be(ana);
  expect([isOwnWork('deal', deal), isOwnWork('deal', toRecordId('other'))]).toEqual([true, false]);
});

test('a note is called private only where no other member reads it', () => {
  expect(describeReaders(noMembership)).toBe('Private to your account');
  expect(describeReaders({ members, self: ana })).toBe('Shared with your workspace');
});
