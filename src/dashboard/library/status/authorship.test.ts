// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { WorkspaceMember } from '#contract/members.ts';
import { noMembership, showMembership } from '../../platform/http/membership.ts';
import { parseWork } from '../own-work/migrate-work.ts';
import { statusStore } from '../own-work/work-store.ts';
import { describeReaders, isOwnWork, readAuthorship } from './authorship.ts';
import { readStatusOf, setStatus, undoStatuses } from './statuses.ts';

const dates = { joined_at: null, invited_until: null, removed_at: null };
const members: WorkspaceMember[] = [
  { id: 'ana', name: 'Ana', color: 'blue', role: 'owner', first: true, ...dates },
  { id: 'ben', name: 'Ben', color: 'orange', role: 'member', first: false, ...dates },
];
const be = (self: string) => showMembership({ members, self });

beforeEach(() => {
  statusStore.reset();
  showMembership(noMembership);
});

test('status and note each have the author of their last change, including undo', () => {
  be('ana');
  setStatus('deal', 'a', { status: 'shortlist', note: 'Ask' });
  be('ben');
  setStatus('deal', 'a', { note: 'Ask Ada' });
  expect(readAuthorship('deal', 'a', 'by')?.by).toBe('ana');
  expect(readAuthorship('deal', 'a', 'note-by')?.by).toBe('ben');
  setStatus('deal', 'a', { stage: 'contacted' });
  expect(readAuthorship('deal', 'a', 'by')?.by).toBe('ben');
  be('ana');
  undoStatuses();
  expect(readAuthorship('deal', 'a', 'by')?.by).toBe('ana');
  expect(readStatusOf('deal', 'a')).toMatchObject({ status: 'shortlist', stage: null, note: 'Ask Ada' });
  expect(parseWork('statuses', statusStore.all())).toEqual(statusStore.all());
});

test('a deal without a status in a review has the author who marked it as seen', () => {
  be('ben');
  setStatus('deal', 'a', { seen: true });
  expect(readAuthorship('deal', 'a', 'by')?.by).toBe('ben');
});

test('without members no author is shown; earlier work then belongs to the first owner', () => {
  setStatus('deal', 'a', { status: 'shortlist' });
  expect(statusStore.all()).toHaveLength(1);
  expect(isOwnWork('deal', 'a')).toBe(true);
  be('ben');
  expect(isOwnWork('deal', 'a')).toBe(false);
  be('ana');
  expect([isOwnWork('deal', 'a'), isOwnWork('deal', 'b')]).toEqual([true, false]);
});

test('a change by a program without members has no author', () => {
  be('ben');
  setStatus('deal', 'a', { status: 'shortlist' });
  const { at } = readAuthorship('deal', 'a', 'by') ?? { at: 0 };
  statusStore.merge([{ key: ['deal', 'a', 'status'], at: at + 1, value: 'pass' }]);
  expect(readAuthorship('deal', 'a', 'by')).toEqual({ by: undefined, at: at + 1 });
});

test('a note is called private only where no other member reads it', () => {
  expect(describeReaders(noMembership)).toBe('Private to your account');
  expect(describeReaders({ members, self: 'ana' })).toBe('Shared with your workspace');
});
