// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RecordStatus as Status, RecordStatus } from '#contract/workspace/statuses.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { toRecordId, settle, startWorkGateway, type WorkGateway } from '../saving/testing-gateway.ts';
import { discardUnsaved, readSavingProblem, retryUnsaved } from '../saving/unsaved.ts';
import { emptyStatus } from './record-status.ts';
import { storedStatuses, unsavedStatuses } from './stored-statuses.ts';
import {
  addTag,
  setEachStatus,
  findTags,
  normalizeTag,
  readStatusOf,
  setStatus,
  setStatuses,
  undoStatuses,
} from './statuses.ts';
import { clearUndoSteps } from './undo-steps.ts';

const [a, b, c] = [toRecordId('a'), toRecordId('b'), toRecordId('c')];
const ids = [a, b, c];
let gateway: WorkGateway;

beforeEach(() => {
  vi.useFakeTimers();
  gateway = startWorkGateway();
});
afterEach(() => {
  discardUnsaved();
  vi.useRealTimers();
});

const readAgain = () => queryClient.query({ ...storedStatuses, staleTime: 0 });
const pick = ({ status, seen, tags, note, stage, owner, next, due, rank }: RecordStatus): RecordStatus => {
  return { status, seen, tags, note, stage, owner, next, due, rank };
};
const shown = () => ids.map((id) => pick(readStatusOf('deal', id)));
const stored = () => ids.map((id) => pick(gateway.readStatus('deal', id) ?? emptyStatus));

const change: fc.Arbitrary<Partial<Status>> = fc
  .record({
    status: fc.constantFrom('shortlist' as const, 'pass' as const, null),
    seen: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('climate', 'warm intro', 'späti')),
    note: fc.constantFrom('', 'Ask Ada', 'Call'),
    rank: fc.constantFrom('0001', '0002', null),
  })
  .chain((all) => fc.subarray(Object.entries(all), { minLength: 1 }).map((some) => Object.fromEntries(some)));
const step = fc.record({ id: fc.constantFrom(...ids), change });

test('a long tag is cut without splitting an emoji', () => {
  expect(normalizeTag(`${'a'.repeat(39)}🚀`)).toBe('a'.repeat(39));
  expect(normalizeTag(`${'a'.repeat(38)}🚀🚀`)).toBe(`${'a'.repeat(38)}🚀`);
});

describe('a change', () => {
  test('is shown at once, saved soon, and read by a page that opens later', async () => {
    setStatus('deal', a, { status: 'shortlist', note: 'Ask' });
    expect(readStatusOf('deal', a)).toMatchObject({ status: 'shortlist', note: 'Ask' });
    expect(gateway.requests).toEqual([]);
    await settle();
    expect(unsavedStatuses.read()).toEqual([]);
    expect(gateway.readStatus('deal', a)).toMatchObject({ status: 'shortlist', note: 'Ask' });
    queryClient.clear();
    expect(readStatusOf('deal', a)).toEqual(emptyStatus);
    await readAgain();
    expect(readStatusOf('deal', a)).toMatchObject({ status: 'shortlist', note: 'Ask' });
    expect(readStatusOf('company', a)).toEqual(emptyStatus);
  });

  test('of many records and many keys goes in one request', async () => {
    for (let length = 1; length <= 20; length += 1) setStatus('deal', a, { note: 'x'.repeat(length) });
    setStatuses('company', [a, b], { seen: true });
    addTag('deal', [a, b], 'climate');
    await settle();
    expect(gateway.requests.map(({ method }) => method)).toEqual(['PUT']);
    expect(gateway.readStatus('deal', a)).toMatchObject({ note: 'x'.repeat(20), tags: ['climate'] });
    expect(gateway.readStatus('company', b)).toMatchObject({ seen: true });
  });

  test('of more records than fit goes in several requests', async () => {
    const many = Array.from({ length: 2500 }, (_, at) => toRecordId(String.fromCharCode(0x4e00 + at)));
    setStatuses('deal', many, { seen: true });
    await settle();
    expect(gateway.requests).toHaveLength(3);
    expect(unsavedStatuses.read()).toEqual([]);
    expect(undoStatuses()?.ids).toEqual(many);
  });

  test('to what is there already sends nothing', async () => {
    setStatus('deal', a, { status: null, note: '' });
    await settle();
    expect(gateway.requests).toEqual([]);
  });

  test('that cannot be saved stays on screen, says so, and is saved by trying again', async () => {
    gateway.respond = () => Promise.reject(new TypeError('Failed to fetch'));
    setStatus('deal', a, { note: 'Ask Ada' });
    await settle();
    expect(readStatusOf('deal', a).note).toBe('Ask Ada');
    expect(readSavingProblem()?.changes).toBe(1);
    gateway.respond = async ({ answer }) => answer();
    retryUnsaved();
    await settle();
    expect(readSavingProblem()).toBeUndefined();
    expect(gateway.readStatus('deal', a)?.note).toBe('Ask Ada');
  });

  test('that was discarded shows again what the gateway has', async () => {
    gateway.changeStatuses([{ kind: 'deal', id: a, set: { note: 'Old' } }]);
    await readAgain();
    gateway.respond = async () => new Response('{}', { status: 422 });
    setStatus('deal', a, { note: 'New' });
    await settle();
    expect(readStatusOf('deal', a).note).toBe('New');
    discardUnsaved();
    expect(readStatusOf('deal', a).note).toBe('Old');
  });
});

test('a slow read that began before a change was saved does not take it back', async () => {
  setStatus('deal', a, { note: 'One' });
  await settle();
  let answerRead = (): void => undefined;
  gateway.respond = ({ method, answer }) => {
    const response = answer();
    return method === 'GET'
      ? new Promise((resolve) => (answerRead = () => resolve(response)))
      : Promise.resolve(response);
  };
  const reading = readAgain();
  await vi.advanceTimersByTimeAsync(0);
  setStatus('deal', a, { note: 'Two' });
  setStatus('deal', b, { note: 'New' });
  await settle();
  answerRead();
  await reading;
  expect([readStatusOf('deal', a).note, readStatusOf('deal', b).note]).toEqual(['Two', 'New']);
});

/** What happens between a page and its gateway, in any order. */
const event = fc.oneof(
  step.map((one) => ({ kind: 'change' as const, ...one })),
  step.map((one) => ({ kind: 'colleague' as const, ...one })),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('read' as const) }),
  fc.record({ kind: fc.constant('wait' as const) }),
  fc.record({
    kind: fc.constant('answer' as const),
    which: fc.nat(5),
    outcome: fc.constantFrom('answered' as const, 'lost request' as const, 'lost response' as const),
  }),
  fc.record({ kind: fc.constant('arrive' as const), which: fc.nat(5) }),
);

test('whatever arrives when, the page shows what the gateway has with the unsaved changes, and in the end all is saved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 20, maxLength: 60 }), async (events) => {
      gateway = startWorkGateway();
      let pending: { arrive: () => Response; settle: (response: Response | undefined) => void }[] = [];
      gateway.respond = ({ answer }) => {
        let arrived: Response | undefined;
        return new Promise((resolve, reject) => {
          pending.push({
            arrive: () => (arrived ??= answer()),
            settle: (response) => (response ? resolve(response) : reject(new TypeError('Failed to fetch'))),
          });
        });
      };
      /** The last value that the user gave a field that is not saved yet. */
      const expectUnsaved = () => {
        for (const one of unsavedStatuses.read().flat()) {
          const last = unsavedStatuses.read().flat();
          for (const field of Object.keys(one.set) as (keyof RecordStatus)[]) {
            const value = last.findLast(({ id, set }) => id === one.id && set[field] !== undefined)?.set[field];
            expect(readStatusOf('deal', one.id)[field]).toEqual(value);
          }
        }
      };
      /** What a page has seen of a record never becomes older. */
      let versions = ids.map(() => 0);
      const expectNewer = () => {
        const deals = queryClient.getQueryData(storedStatuses.queryKey)?.kinds.deal;
        const now = ids.map((id) => deals?.get(id)?.version ?? 0);
        expect(now.every((version, at) => version >= (versions[at] ?? 0))).toBe(true);
        versions = now;
      };
      for (const one of events) {
        if (one.kind === 'change') setStatus('deal', one.id, one.change);
        else if (one.kind === 'colleague') gateway.changeStatuses([{ kind: 'deal', id: one.id, set: one.change }]);
        else if (one.kind === 'undo') undoStatuses();
        else if (one.kind === 'read')
          void queryClient.query({ ...storedStatuses, staleTime: 0 }).catch(() => undefined);
        else if (one.kind === 'wait') await vi.advanceTimersByTimeAsync(200);
        else if (pending.length > 0) {
          const request = pending[one.which % pending.length]!;
          if (one.kind === 'arrive') request.arrive();
          else {
            const response = one.outcome === 'lost request' ? undefined : request.arrive();
            request.settle(one.outcome === 'answered' ? response : undefined);
            pending = pending.filter((other) => other !== request);
          }
        }
        await vi.advanceTimersByTimeAsync(0);
        expectUnsaved();
        expectNewer();
      }
      for (const request of pending) request.settle(request.arrive());
      gateway.respond = async ({ answer }) => answer();
      await settle();
      retryUnsaved();
      await settle();
      expect(unsavedStatuses.read()).toEqual([]);
      await readAgain();
      expect(shown()).toEqual(stored());
    }),
    { numRuns: 100 },
  );
});

describe('statuses', () => {
  test('hold the last change of each field, record by record and kind by kind', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        gateway = startWorkGateway();
        const expected = new Map<string, RecordStatus>();
        for (const { id, change: part } of steps) {
          setStatus('deal', id, part);
          expected.set(id, { ...(expected.get(id) ?? emptyStatus), ...part });
        }
        expect(shown()).toEqual(ids.map((id) => expected.get(id) ?? emptyStatus));
        for (const id of ids) expect(readStatusOf('company', id)).toEqual(emptyStatus);
      }),
    );
  });

  test('undo goes back step by step to the beginning; notes have the undo of their field', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        gateway = startWorkGateway();
        clearUndoSteps();
        for (const { id, change: part } of steps) setStatus('deal', id, part);
        const notes = ids.map((id) => readStatusOf('deal', id).note);
        while (undoStatuses() !== undefined);
        expect(shown()).toEqual(notes.map((note) => ({ ...emptyStatus, note })));
      }),
    );
  });

  test('a change of many records is undone in one step, which returns the records', async () => {
    setStatus('deal', a, { status: 'pass' });
    setStatuses('deal', ids, { seen: true });
    await settle();
    expect(undoStatuses()).toEqual({ kind: 'deal', ids });
    expect(pick(readStatusOf('deal', a))).toEqual({ ...emptyStatus, status: 'pass' });
    expect(pick(readStatusOf('deal', b))).toEqual(emptyStatus);
    expect(undoStatuses()).toEqual({ kind: 'deal', ids: [a] });
    expect(undoStatuses()).toBeUndefined();
    await settle();
    expect(stored()).toEqual(ids.map(() => emptyStatus));
  });

  test('a different change of each record is one step', () => {
    setEachStatus(
      'deal',
      new Map([
        [a, { rank: '0001' }],
        [b, { rank: '0002' }],
      ]),
    );
    expect([readStatusOf('deal', a).rank, readStatusOf('deal', b).rank]).toEqual(['0001', '0002']);
    undoStatuses();
    expect([readStatusOf('deal', a).rank, readStatusOf('deal', b).rank]).toEqual([null, null]);
  });

  test('tags in use are offered once, in order', () => {
    const statuses = new Map([
      ['a', { ...emptyStatus, tags: ['warm intro', 'climate'] }],
      ['b', { ...emptyStatus, tags: ['climate'] }],
    ]);
    expect(findTags(statuses)).toEqual(['climate', 'warm intro']);
  });
});
