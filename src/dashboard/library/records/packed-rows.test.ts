import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPackedRows, packRowPage, unpackRows } from '../records/packed-rows.ts';

const id = fc.oneof(fc.uuid(), fc.string());
const value = fc.jsonValue().filter((one) => !JSON.stringify(one).includes('"__proto__"'));
const kept = fc.record({ at: fc.nat(), row: fc.record({ id, facts: value, '0': value }) });

test('packed rows are read back as from JSON, whatever their members', () => {
  fc.assert(
    fc.property(fc.array(kept), (rows) => {
      expect(unpackRows(packRowPage(rows))).toEqual(JSON.parse(JSON.stringify(rows)));
    }),
  );
});

test('a member that would become a prototype is left out, and one without a value too', () => {
  const row = { id: 'a', none: undefined, ...(JSON.parse('{"__proto__":{"x":1}}') as object) };
  expect(Object.keys(unpackRows(packRowPage([{ at: 1, row }]))[0]!.row)).toEqual(['id']);
});

const few = fc.constantFrom(
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-00000000000A',
  'deal a status',
  '',
);
const stamped = fc.array(fc.record({ at: fc.nat(5), id: few, mark: fc.nat() }));

test('of all pages the newest row of an id counts, of equals the later one, and only that one', () => {
  fc.assert(
    fc.property(fc.array(stamped, { maxLength: 5 }), (pages) => {
      const packed = createPackedRows<{ id: string; mark: number }>();
      const expected = new Map<string, { at: number; row: { id: string; mark: number } }>();
      for (const page of pages) {
        const rows = page.map(({ at, ...row }) => ({ at, row }));
        packed.add(packRowPage(rows));
        for (const one of rows) if (one.at >= (expected.get(one.row.id)?.at ?? 0)) expected.set(one.row.id, one);
      }
      expect(packed.count()).toBe(expected.size);
      for (const [known, { at, row }] of expected) {
        expect(packed.read(known)).toEqual(row);
        expect(packed.readTime(known)).toBe(at);
      }
      expect(new Set([...packed.all()].map(({ row }) => row.mark))).toEqual(
        new Set([...expected.values()].map(({ row }) => row.mark)),
      );
      expect(packed.read('00000000-0000-4000-8000-000000000003')).toBeUndefined();
    }),
  );
});

test('tens of thousands of ids are distinguished', () => {
  const toId = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const packed = createPackedRows<{ id: string }>();
  for (let from = 0; from < 30_000; from += 1000) {
    packed.add(packRowPage(Array.from({ length: 1000 }, (_, at) => ({ at: 1, row: { id: toId(from + at) } }))));
  }
  expect(packed.count()).toBe(30_000);
  for (let at = 0; at < 30_000; at += 7) expect(packed.read(toId(at))?.id).toBe(toId(at));
  expect(packed.has(toId(30_000))).toBe(false);
});
