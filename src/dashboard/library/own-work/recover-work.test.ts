// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { recoverWork } from './recover-work.ts';
import { statusStore } from './work-store.ts';

test('a damaged text does not prevent the recovery of others', () => {
  const key = ['deal', 'd', 'note'] as const;
  const texts = ['{"work":"sta', '{"work":"gone","entries":[]}', '{"work":"statuses","entries":[null]}'];
  for (const [at, text] of texts.entries()) localStorage.setItem(`fundscope.unsaved a ${at}`, text);
  const whole = { work: 'statuses', entries: [{ key, at: 1, value: 'Ask Ada' }] };
  localStorage.setItem('fundscope.unsaved a 9', JSON.stringify(whole));
  recoverWork('a');
  expect(statusStore.read(key)).toBe('Ask Ada');
  expect(localStorage.getItem('fundscope.unsaved a 9')).toBeNull();
});
