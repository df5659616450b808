import type { RowFinding } from './found-rows.ts';
import type { FileRows, Finding, ImportReport } from './report.ts';

const rowsAtOnce = 500;

/** The whole report as one JSON object, in pieces: all rows of all findings need not be in memory for it. */
export function* toReportJson(
  about: Record<string, unknown>,
  { findings, ...report }: ImportReport,
  rowsOf: (finding: Finding) => Iterable<RowFinding>,
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

function* joinRows(rows: Iterable<RowFinding>): Generator<string> {
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

/** The rows of a finding that the screen shows; the others are in --json and --report. */
const shownRows = 3;
const longestValue = 60;

/** The report for the screen: totals, figures, and the first rows of everything that was not simply taken. */
export function formatReport({ files, findings, figures }: ImportReport): string {
  const width = Math.max(...Object.keys(figures).map((name) => name.length), 0);
  return [
    ...files.map(formatFileLine),
    ...Object.entries(figures).map(([name, value]) => `  ${name.padEnd(width)}  ${toNumber(value)}`),
    ...findings.map(formatFinding),
  ].join('\n');
}

function formatFileLine({ file, read, loaded, ...outcomes }: FileRows): string {
  const others = Object.entries(outcomes).filter(([, count]) => count > 0);
  const parts = [`${toNumber(read)} rows read`, `${toNumber(loaded)} taken`];
  return `${file}: ${[...parts, ...others.map(([outcome, count]) => `${toNumber(count)} ${outcome}`)].join(', ')}`;
}

function formatFinding({ file, outcome, reason, count, rows }: Finding): string {
  const shown = rows.slice(0, shownRows).map(({ line, value }) => `    line ${line}: ${cut(value)}`);
  return [
    `  ${file}: ${toNumber(count)} ${outcome}: ${reason}`,
    ...shown,
    ...(count > shownRows ? ['    ...'] : []),
  ].join('\n');
}

const toNumber = (value: number) => value.toLocaleString('en');
const cut = (value: string) => (value.length > longestValue ? `${value.slice(0, longestValue)}...` : value);
