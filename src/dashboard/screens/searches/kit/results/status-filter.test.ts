import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findStatus,
  matchesStatusFilter,
  buildStatusFilter,
  statusFilter,
} from '../../../../records/status/statuses.ts';
import { narrowRows } from './status-filter.tsx';
import type { RecordStatus } from '#contract/workspace/statuses.ts';
import { emptyStatus } from '../../../../records/status/record-status.ts';

const status = fc.constantFrom('shortlist' as const, 'pass' as const, null);
const recordStatus: fc.Arbitrary<RecordStatus> = fc
  .record({ status, tags: fc.subarray(['climate', 'warm intro']) })
  .map((part) => ({ ...emptyStatus, ...part }));
const filter = fc.option(
  fc.constantFrom(...(['shortlist', 'pass', 'none', { tag: 'climate' }] as const).map(buildStatusFilter)),
  { nil: undefined },
);

test('shown and hidden rows together are those that the filter keeps, in their order, and none passed is shown', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(recordStatus, recordStatus)), filter, fc.boolean(), (statuses, wanted, hide) => {
      const effective = statuses.map(([own, company]) => findStatus(own, company));
      const ids = [...effective.keys()].map(String);
      const narrowed = narrowRows(ids, (id) => effective[Number(id)]!, { status: wanted, hide });
      const [shown, passed] = [narrowed.ids.map(Number), narrowed.passed];
      const kept = [...ids.keys()].filter(
        (row) => wanted === undefined || matchesStatusFilter(wanted, effective[row]!),
      );
      expect(shown.length + passed).toBe(kept.length);
      expect(kept.filter((row) => shown.includes(row))).toEqual(shown);
      // A filter by "passed" shows passed rows.
      if (hide && wanted !== 'pass') expect(shown.every((row) => effective[row]!.status !== 'pass')).toBe(true);
      else expect(passed).toBe(0);
    }),
  );
});

test('the status of a round wins over that of its company, which wins over none', () => {
  const of = (own: RecordStatus['status'], company: RecordStatus['status']) =>
    findStatus({ ...emptyStatus, status: own }, { ...emptyStatus, status: company });
  expect(of('shortlist', 'pass')).toMatchObject({ status: 'shortlist', isOfCompany: false });
  expect(of(null, 'pass')).toMatchObject({ status: 'pass', isOfCompany: true });
  expect(of(null, null)).toMatchObject({ status: null, isOfCompany: false });
});

test('every filter survives the address, tags with any letters included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), (tag) => {
      fc.pre(!/[\n\r\u2028\u2029]/.test(tag));
      expect(statusFilter.parse(buildStatusFilter({ tag }))).toBe(`tag~${tag}`);
    }),
  );
});
