import type { FoundRow } from './found-rows.ts';
import type { Finding, ImportReport } from './report.ts';

const rowsAtOnce = 500;

/** The whole report as one JSON object, in pieces: all rows of all findings need not be in memory for it. */
export function* toReportJson(
  about: Record<string, unknown>,
  { findings, ...report }: ImportReport,
  rowsOf: (finding: Finding) => Iterable<FoundRow>,
): Generator<string> {
  yield `${JSON.stringify({ ...about, ...report }).slice(0, -1)},"findings":[`;
  let between = '\n';
  for (const finding of findings) {
    yield `${between}${JSON.stringify({ ...finding, rows: undefined }).slice(0, -1)},"rows":[`;
    yield* joinRows(rowsOf(finding));
    yield ']}';
    between = ',\n';
  }
  yield ']}\n';
}

function* joinRows(rows: Iterable<FoundRow>): Generator<string> {
  let texts: string[] = [];
  let between = '';
  for (const row of rows) {
    texts.push(JSON.stringify(row));
    if (texts.length < rowsAtOnce) continue;
    yield between + texts.join(',');
    texts = [];
    between = ',';
  }
  if (texts.length > 0) yield between + texts.join(',');
}
