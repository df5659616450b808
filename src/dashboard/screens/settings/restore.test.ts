import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restoreFile } from './restore.ts';

/** The parts that the gateway received; it counts every item as added. */
let sent: unknown[] = [];
const respond = (body: string) => {
  const { parts } = JSON.parse(body) as { readonly parts: { readonly items: readonly unknown[] }[] };
  sent.push(...parts);
  const added = parts.reduce((sum, { items }) => sum + items.length, 0);
  return new Response(JSON.stringify({ data: { restored: { all: added } }, meta: {} }));
};

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => respond(body));
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => void vi.unstubAllGlobals());

/** A file that arrives in chunks of this many bytes. */
const fileOf = (text: string, size: number): Blob => {
  const bytes = new TextEncoder().encode(text);
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
  return Object.assign(new Blob([bytes]), { stream });
};

const exported = (parts: unknown, head: object = { format: 'fundscope-export', version: 1 }) =>
  JSON.stringify({ ...head, exported_at: '2026-11-28T00:00:00Z', parts });

test('every part of an export is sent as it stands there, wherever the file is cut', async () => {
  const part = fc.record({ kind: fc.string(), items: fc.array(fc.jsonValue(), { maxLength: 5 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), async (parts, size) => {
      sent = [];
      const text = exported(parts);
      const count = parts.reduce((sum, { items }) => sum + items.length, 0);
      expect(await restoreFile(fileOf(text, size), () => undefined)).toBe(count);
      expect(sent).toEqual((JSON.parse(text) as { readonly parts: unknown }).parts);
    }),
    { numRuns: 50 },
  );
});

test.each([
  'no JSON',
  '',
  '[]',
  exported([{ kind: 'deals', items: [{}] }], { format: 'other', version: 1 }),
  exported([{ kind: 'deals', items: [{}] }], { format: 'fundscope-export', version: 2 }),
])('%s is no export, and nothing is sent', async (text) => {
  expect(await restoreFile(fileOf(text, 10), () => undefined)).toBeUndefined();
  expect(sent).toEqual([]);
});
