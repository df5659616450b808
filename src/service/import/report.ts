import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { ImportFeed, Source, SourceRecord } from './records.ts';

/**
 * What happened to a row: `repaired` was loaded with a change, `noted` was loaded as it is, `merged` is the same as an
 * earlier one, `skipped` is valid but not for this import, `rejected` cannot be read.
 */
export type RowOutcome = 'repaired' | 'noted' | 'merged' | 'skipped' | 'rejected';

/** All rows of a file with the same outcome and reason; `rows` are the first thousand, `rowsOf` returns all. */
export type Finding = { file: string; outcome: RowOutcome; reason: string; count: number; rows: readonly RowFinding[] };

export type FileRows = { file: string; read: number; loaded: number } & Record<RowOutcome, number>;

export type ImportReport = {
  files: FileRows[];
  findings: Finding[];
  /** Figures to compare with what the source says of itself. */
  figures: Record<string, number>;
};

/** Collects the report of an import: every row read, and every row that was not loaded unchanged. */
export type ReportWriter = {
  read: (file: string) => void;
  /** Returns undefined, so that a reader can return it if a row has no record. */
  add: (outcome: RowOutcome, file: string, reason: string, line: number, value: string) => undefined;
  figure: (name: string, value: number) => void;
  report: () => ImportReport;
  /** Every row of a finding. */
  rowsOf: (finding: Finding) => Iterable<RowFinding>;
  /** Closes the files on disk once the report is written. */
  close: () => void;
};

type Noted = Pick<Finding, 'file' | 'outcome' | 'reason'> & { rows: RowFindings };

/** A hostile file can have a reason of its own in each row: later ones are one finding. */
const maxFindings = 1_000;
const otherReasons = 'other reasons';

export function openReport(): ReportWriter {
  const files = new Map<string, ReturnType<typeof openFileCounts>>();
  const findings = new Map<string, Noted>();
  const figures: Record<string, number> = {};
  const countsOf = (file: string) => {
    let counts = files.get(file);
    if (!counts) files.set(file, (counts = openFileCounts(file)));
    return counts;
  };
  const toKey = ({ file, outcome, reason }: Pick<Finding, 'file' | 'outcome' | 'reason'>) =>
    `${file} ${outcome} ${reason}`;
  const add: ReportWriter['add'] = (outcome, file, reason, line, value) => {
    countsOf(file).add(line, outcome);
    const key = toKey({ file, outcome, reason });
    let noted = findings.get(key);
    if (!noted && findings.size >= maxFindings && reason !== otherReasons)
      return add(outcome, file, otherReasons, line, `${reason}: ${value}`);
    if (!noted) findings.set(key, (noted = { file, outcome, reason, rows: openRowFindings() }));
    noted.rows.add({ line, value });
    return undefined;
  };
  return {
    read: (file) => void (countsOf(file).rows.read += 1),
    add,
    figure: (name, value) => void (figures[name] = value),
    report: () => ({
      files: [...files.values()].map(({ rows, missing }) => ({ ...rows, loaded: rows.read - missing() })),
      findings: [...findings.values()].map(({ rows, ...finding }) => ({
        ...finding,
        count: rows.count(),
        rows: rows.first,
      })),
      figures,
    }),
    rowsOf: (finding) => findings.get(toKey(finding))?.rows.all() ?? finding.rows,
    close: () => findings.forEach(({ rows }) => rows.close()),
  };
}

const outcomeBits: Record<RowOutcome, number> = { repaired: 1, noted: 2, merged: 4, skipped: 8, rejected: 16 };
const missingBits = outcomeBits.merged | outcomeBits.skipped | outcomeBits.rejected;

/** The row counts of a file. One byte per line records its outcomes, so that each outcome counts a line once. */
function openFileCounts(file: string) {
  const rows: FileRows = { file, read: 0, loaded: 0, repaired: 0, noted: 0, merged: 0, skipped: 0, rejected: 0 };
  let lines = new Uint8Array(1_024);
  let missing = 0;
  return {
    rows,
    missing: () => missing,
    add(line: number, outcome: RowOutcome) {
      if (line >= lines.length) {
        const grown = new Uint8Array(Math.max(lines.length * 2, line + 1));
        grown.set(lines);
        lines = grown;
      }
      const before = lines[line] ?? 0;
      const bit = outcomeBits[outcome];
      if ((before & bit) !== 0) return;
      lines[line] = before | bit;
      rows[outcome] += 1;
      if ((bit & missingBits) !== 0 && (before & missingBits) === 0) missing += 1;
    },
  };
}

/** A feed with a report on the rows of its source, complete once all records are read. */
export type ReportedFeed = ImportFeed & {
  readReport: () => ImportReport;
} & Pick<ReportWriter, 'rowsOf' | 'close'>;

/** The rows of each finding that are stored with the source. */
const storedRows = 3;

/** Creates a feed from a source's records and the report that reading them writes. */
export function reportFeed(
  source: Source,
  readRecords: (report: ReportWriter) => AsyncIterable<SourceRecord>,
): ReportedFeed {
  const writer = openReport();
  return {
    source,
    records: readRecords(writer),
    report() {
      const report = writer.report();
      return {
        ...report,
        findings: report.findings.map((each) => ({ ...each, rows: each.rows.slice(0, storedRows) })),
      };
    },
    readReport: writer.report,
    rowsOf: writer.rowsOf,
    close: writer.close,
  };
}

/** A row with a finding: its line, and the value in question. */
export type RowFinding = { line: number; value: string };

/** All rows of one finding: a million of them take no more memory than a thousand. */
type RowFindings = {
  count: () => number;
  /** The first rows, at most a thousand. */
  readonly first: readonly RowFinding[];
  add: (row: RowFinding) => void;
  /** Every row, in the order in which they were added. */
  all: () => Iterable<RowFinding>;
  /** Closes the file; the first rows stay. */
  close: () => void;
};

const maxRowsInMemory = 1_000;
const blockBytes = 64 * 1024;
/** Longer values are cut: a line without an end would fill the report. */
const longestValue = 1_000;

function openRowFindings(): RowFindings {
  const first: RowFinding[] = [];
  let count = 0;
  let file: number | undefined;
  let waiting = '';
  const flush = () => {
    file ??= openNamelessFile();
    writeSync(file, waiting);
    waiting = '';
  };
  return {
    count: () => count,
    first,
    add({ line, value }) {
      const row = { line, value: value.length > longestValue ? `${value.slice(0, longestValue)}...` : value };
      count += 1;
      if (first.length < maxRowsInMemory) return void first.push(row);
      waiting += `${JSON.stringify(row)}\n`;
      if (waiting.length > blockBytes) flush();
    },
    *all() {
      yield* first;
      if (waiting !== '') flush();
      if (file !== undefined) yield* readRows(file);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      waiting = '';
    },
  };
}

/** A file that is deleted as soon as it is open, so that not even a kill leaves it on the disk. */
function openNamelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'fundscope-report-'));
  try {
    return openSync(join(folder, 'rows'), 'w+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* readRows(file: number): Generator<RowFinding> {
  const block = Buffer.alloc(blockBytes);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (let position = 0; ;) {
    const length = readSync(file, block, 0, blockBytes, position);
    if (length === 0) return;
    position += length;
    const lines = (rest + decoder.write(block.subarray(0, length))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as RowFinding;
  }
}
