import { expect, test } from 'vitest';
import { openReport } from './report.ts';
import { toReportJson } from './print-report.ts';

const rowCount = 30_000;
const readValue = (line: number) => `Zürich "${line}"\n\tline`;

test('a report has the first rows of a finding in memory and writes all of them in order', () => {
  const writer = openReport();
  for (let line = 1; line <= rowCount; line += 1) {
    writer.read('rounds.csv');
    writer.add('repaired', 'rounds.csv', 'date is unknown', line, readValue(line));
    if (line % 3 === 0) writer.add('rejected', 'rounds.csv', 'no name', line, '');
    if (line % 6 === 0) writer.add('skipped', 'rounds.csv', 'blank', line, '');
  }
  const report = writer.report();
  expect(report.files).toMatchObject([
    {
      read: rowCount,
      loaded: rowCount - rowCount / 3,
      repaired: rowCount,
      rejected: rowCount / 3,
      skipped: rowCount / 6,
    },
  ]);
  expect(report.findings[0]).toMatchObject({ count: rowCount });
  expect(report.findings[0]?.rows).toHaveLength(1_000);
  const written = JSON.parse([...toReportJson({ source: 'x' }, report, writer.rowsOf)].join('')) as typeof report;
  expect(written).toMatchObject({ source: 'x', files: report.files, figures: {} });
  expect(written.findings[0]?.rows).toEqual(
    Array.from({ length: rowCount }, (_, index) => ({ line: index + 1, value: readValue(index + 1) })),
  );
  expect(written.findings[1]?.rows).toHaveLength(rowCount / 3);
  writer.close();
});

test('a report of a file with a reason of its own in each row has a bounded number of findings', () => {
  const writer = openReport();
  for (let line = 1; line <= 5_000; line += 1) writer.add('noted', 'a.jsonl', `k${line} is not a field`, line, 'x');
  const { files, findings } = writer.report();
  expect(findings).toHaveLength(1_001);
  expect(findings.at(-1)).toMatchObject({ reason: 'other reasons', count: 4_000 });
  expect(findings.at(-1)?.rows[0]).toEqual({ line: 1_001, value: 'k1001 is not a field: x' });
  expect(files).toMatchObject([{ noted: 5_000 }]);
});

test('a report counts a line once, however many findings it has, and cuts long values', () => {
  const writer = openReport();
  for (const line of [9_000_000, 7, 7, 7]) writer.add('noted', 'a.csv', 'long', line, 'x'.repeat(100_000));
  writer.add('noted', 'a.csv', 'other', 7, '');
  const { files, findings } = writer.report();
  expect(files).toMatchObject([{ noted: 2 }]);
  expect(findings[0]?.rows[0]?.value).toHaveLength(1_003);
});
