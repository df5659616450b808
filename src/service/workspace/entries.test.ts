import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceEntry } from '#contract/workspace.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { mergeEntries, readWorkspacePage, writeWorkspaceEntries, type StoredEntry } from './entries.ts';

let account: string;
const service = openForTests(startService);
beforeEach(async () => {
  ({ account_id: account } = await service.createKey());
});

const write = (...changes: WorkspaceEntry[]) => writeWorkspaceEntries(service.sql, account, changes);

/** Everything after a version, page by page. */
async function readAll(after = 0): Promise<StoredEntry[]> {
  const page = await readWorkspacePage(service.sql, account, { after });
  if (!page || page.changes.length === 0) return [];
  return [...page.changes, ...(page.more ? await readAll(page.changes.at(-1)!.version) : [])];
}

const readState = async () =>
  Object.fromEntries(
    (await readAll()).map(({ kind, key, at, value }) => [JSON.stringify([kind, ...key]), [at, value]]),
  );

const note = (id: string, at: number, value: unknown): WorkspaceEntry => ({
  kind: 'statuses',
  key: ['deal', id, 'note'],
  at,
  value,
});

/** Few keys and times, so that many entries conflict. */
const anyEntry = fc
  .record({
    kind: fc.constantFrom('statuses' as const, 'deals' as const, 'lists' as const),
    id: fc.constantFrom('a', 'b', 'ü\0"'),
    at: fc.nat(3),
    value: fc.oneof(fc.nat(2), fc.constant(null), fc.json({ maxDepth: 1 }), fc.constant('\0\ud800')),
  })
  .map(({ id, ...one }) => ({ ...one, key: [id] }));
const anyHistory = fc.array(anyEntry, { minLength: 1, maxLength: 8 });

const toEntries = (merged: ReturnType<typeof mergeEntries>): WorkspaceEntry[] =>
  merged.map(({ kind, key, at, value }) => ({ kind, key: JSON.parse(key) as string[], at, value: JSON.parse(value) }));
const sort = (entries: readonly { id: string }[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('the merge', () => {
  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, anyHistory, (a, b, c) => {
        const merge = (...parts: WorkspaceEntry[][]) => sort(mergeEntries(parts.flat()));
        expect(merge(b, a)).toEqual(merge(a, b));
        expect(merge(toEntries(mergeEntries([...a, ...b])), c)).toEqual(
          merge(a, toEntries(mergeEntries([...b, ...c]))),
        );
        expect(merge(a, a)).toEqual(merge(a));
      }),
    );
  });

  it('gives the same workspace whatever the order and the batches in which entries arrive', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(), async (history, seed) => {
        const states = [];
        for (const turn of [0, 1]) {
          ({ account_id: account } = await service.createKey());
          const shuffled = history.toSorted((a, b) => turn * (hash(a, seed) - hash(b, seed)));
          const half = Math.ceil(shuffled.length / 2);
          await write(...shuffled.slice(0, half));
          await write(...(turn ? shuffled.slice(half - 1) : shuffled));
          states.push(await readState());
        }
        expect(states[1]).toEqual(states[0]);
      }),
      { numRuns: 40 },
    );
  });
});

const hash = (entry: WorkspaceEntry, seed: number): number =>
  Array.from(JSON.stringify(entry)).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + seed) % 9973, seed % 97);

describe('a workspace', () => {
  it('keeps the later of two entries, and returns stored ones that win over sent ones', async () => {
    expect(await write(note('a', 5, 'late'), note('b', 5, 'same'))).toMatchObject({
      previous: 0,
      latest: 2,
      newer: [],
    });
    const written = await write(note('a', 4, 'early'), note('b', 5, 'same'), note('c', 1, 'new'));
    expect(written).toMatchObject({ previous: 2, newer: [{ key: ['deal', 'a', 'note'], at: 5, value: 'late' }] });
    expect(await readState()).toEqual({
      '["statuses","deal","a","note"]': [5, 'late'],
      '["statuses","deal","b","note"]': [5, 'same'],
      '["statuses","deal","c","note"]': [1, 'new'],
    });
  });

  it('changes nothing and no version when the same entries arrive again', async () => {
    const first = await write(note('a', 1, { text: 'x' }));
    const page = await readAll();
    expect(await write(note('a', 1, { text: 'x' }))).toEqual({ ...first, previous: first.latest });
    expect(await readAll()).toEqual(page);
  });

  it('is read in full, in pages, from the first version to the last or the reverse', async () => {
    const ids = Array.from({ length: 4500 }, (_, at) => `id ${at}`);
    for (let from = 0; from < ids.length; from += 1500)
      await write(...ids.slice(from, from + 1500).map((id) => note(id, 1, id)));
    expect((await readAll()).map(({ value }) => value)).toEqual(ids);
    const back: unknown[] = [];
    let before: number | undefined;
    let more = true;
    while (more) {
      const page = await readWorkspacePage(service.sql, account, { before });
      back.push(...page!.changes.map(({ value }) => value));
      ({ more } = page!);
      before = page!.changes.at(-1)?.version;
    }
    expect(back.toReversed()).toEqual(ids);
  });

  it('sends only as many of the newest entries as requested, no large ones, and says that more follow', async () => {
    await write(note('a', 1, 1), note('b', 2, 'x'.repeat(1e5)), note('c', 3, 3), note('d', 4, 4));
    const read = (limit: number) => readWorkspacePage(service.sql, account, { limit });
    expect(await read(1)).toMatchObject({ more: true, changes: [{ value: 4 }] });
    expect(await read(3)).toMatchObject({ more: true, changes: [{ value: 4 }, { value: 3 }] });
  });

  it('sends large entries in small pages, and one larger than a page by itself', async () => {
    const large = (length: number) => 'x'.repeat(length);
    await write(note('a', 1, large(6e6)), note('b', 1, large(3e6)), note('c', 1, large(3e6)), note('d', 1, 1));
    const sizes = [];
    for (let after = 0, more = true; more;) {
      const page = await readWorkspacePage(service.sql, account, { after });
      sizes.push(page!.changes.length);
      after = page!.changes.at(-1)!.version;
      ({ more } = page!);
    }
    expect(sizes).toEqual([1, 1, 2]);
  });

  it('shows every entry to a reader who continues after the last version seen, while several write at once', async () => {
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; at < 15; at += 1) await write(note(`${writer} ${at}`, 1, at), note('shared', at, writer));
    });
    const seen = new Set<string>();
    let after = 0;
    while (seen.size < 61) {
      const page = await readWorkspacePage(service.sql, account, { after });
      for (const { key, version } of page?.changes ?? []) {
        expect(version).toBeGreaterThan(after);
        after = version;
        seen.add(key[1]!);
      }
    }
    await Promise.all(writing);
  });
});
