import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Feed, Source } from './load.ts';
import type { SourceRecord } from './records.ts';

/**
 * What happened to a row: `repaired` is loaded with a change, `noted` is loaded as it is, `merged` is the same as one
 * before, `skipped` is sound but not for this import, `rejected` cannot be read.
 */
export type Outcome = 'repaired' | 'noted' | 'merged' | 'skipped' | 'rejected';

/** All rows of a file that one thing happened to; `rows` are the first thousand, the keeper knows the others. */
export type Finding = { file: string; outcome: Outcome; reason: string; count: number; rows: readonly RowFinding[] };

export type FileRows = { file: string; read: number; loaded: number } & Record<Outcome, number>;

export type ImportReport = {
  files: FileRows[];
  findings: Finding[];
  /** Figures to hold against what the source says of itself. */
  figures: Record<string, number>;
};

/** Keeps the book of an import: every row read, and every one that was not simply taken. */
export type ReportKeeper = {
  read: (file: string) => void;
  /** Gives undefined, for a reader to give on where the row is no record. */
  find: (outcome: Outcome, file: string, reason: string, line: number, value: string) => undefined;
  figure: (name: string, value: number) => void;
  report: () => ImportReport;
  /** Every row of a finding. */
  rowsOf: (finding: Finding) => Iterable<RowFinding>;
  /** Lets go of what is on disk, when the report is written. */
  close: () => void;
};

type Book = { read: number; lines: Record<Outcome, LineSet> };
type Noted = Pick<Finding, 'file' | 'outcome' | 'reason'> & { rows: RowFindings };

export function openReport(): ReportKeeper {
  const files = new Map<string, Book>();
  const findings = new Map<string, Noted>();
  const figures: Record<string, number> = {};
  const fileOf = (file: string) => {
    let book = files.get(file);
    if (!book) files.set(file, (book = { read: 0, lines: newLines() }));
    return book;
  };
  const toKey = ({ file, outcome, reason }: Pick<Finding, 'file' | 'outcome' | 'reason'>) =>
    `${file} ${outcome} ${reason}`;
  return {
    read: (file) => void (fileOf(file).read += 1),
    find(outcome, file, reason, line, value): undefined {
      fileOf(file).lines[outcome].add(line);
      const key = toKey({ file, outcome, reason });
      let noted = findings.get(key);
      if (!noted) findings.set(key, (noted = { file, outcome, reason, rows: openRowFindings() }));
      noted.rows.add({ line, value });
    },
    figure: (name, value) => void (figures[name] = value),
    report: () => ({
      files: [...files].map(([file, { read, lines }]) => buildFileRows(file, read, lines)),
      findings: [...findings.values()].map(({ rows, ...finding }) => ({
        ...finding,
        count: rows.count,
        rows: rows.first,
      })),
      figures,
    }),
    rowsOf: (finding) => findings.get(toKey(finding))?.rows.all() ?? finding.rows,
    close: () => findings.forEach(({ rows }) => rows.close()),
  };
}

const newLines = (): Record<Outcome, LineSet> => ({
  repaired: openLineSet(),
  noted: openLineSet(),
  merged: openLineSet(),
  skipped: openLineSet(),
  rejected: openLineSet(),
});

function buildFileRows(file: string, read: number, lines: Record<Outcome, LineSet>): FileRows {
  const { repaired, noted, merged, skipped, rejected } = lines;
  const left = merged.sizeWith(skipped, rejected);
  return {
    file,
    read,
    loaded: read - left,
    repaired: repaired.size,
    noted: noted.size,
    merged: merged.size,
    skipped: skipped.size,
    rejected: rejected.size,
  };
}

/** The report with only the first rows of each finding. */
function shortenReport(report: ImportReport, rows: number): ImportReport {
  return { ...report, findings: report.findings.map((finding) => ({ ...finding, rows: finding.rows.slice(0, rows) })) };
}

/** A feed that says what became of the rows of its source, once it is read. */
export type ReportedFeed = Feed & {
  readReport: () => ImportReport;
} & Pick<ReportKeeper, 'rowsOf' | 'close'>;

/** The rows of each finding that are stored beside the source. */
const storedRows = 3;

/** Makes a feed of a source's records, which keep the book of its rows. */
export function reportFeed(
  source: Source,
  readRecords: (report: ReportKeeper) => AsyncIterable<SourceRecord>,
): ReportedFeed {
  const keeper = openReport();
  return {
    source,
    records: readRecords(keeper),
    report: () => shortenReport(keeper.report(), storedRows),
    readReport: keeper.report,
    rowsOf: keeper.rowsOf,
    close: keeper.close,
  };
}

/** Numbers of lines, each counted once: a bit a line, so that millions of them take little. */
type LineSet = {
  add: (line: number) => void;
  readonly size: number;
  /** How many lines are in this set or in one of the others. */
  sizeWith: (...others: LineSet[]) => number;
  readonly bytes: Uint8Array;
};

function openLineSet(): LineSet {
  let bits = new Uint8Array(1_024);
  let size = 0;
  return {
    add(line) {
      const at = line >>> 3;
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(bits.length * 2, at + 1));
        grown.set(bits);
        bits = grown;
      }
      const bit = 1 << (line & 7);
      if (((bits[at] ?? 0) & bit) !== 0) return;
      bits[at] = (bits[at] ?? 0) | bit;
      size += 1;
    },
    get size() {
      return size;
    },
    get bytes() {
      return bits;
    },
    sizeWith(...others) {
      const all = [bits, ...others.map(({ bytes }) => bytes)];
      const length = Math.max(...all.map((bytes) => bytes.length));
      let count = 0;
      for (let at = 0; at < length; at += 1) {
        let byte = 0;
        for (const bytes of all) byte |= bytes[at] ?? 0;
        for (; byte > 0; byte &= byte - 1) count += 1;
      }
      return count;
    },
  };
}

/** A row that something happened to, with what it was about. */
export type RowFinding = { line: number; value: string };

/** All rows of one finding: a million of them take no more memory than a thousand. */
type RowFindings = {
  readonly count: number;
  /** The first rows, at most a thousand. */
  readonly first: readonly RowFinding[];
  add: (row: RowFinding) => void;
  /** Every row, in the order in which they were added. */
  all: () => Iterable<RowFinding>;
  /** Lets go of the file; the first rows stay. */
  close: () => void;
};

const mostAtHand = 1_000;
const blockBytes = 64 * 1024;
/** What is kept of a value: the whole of a line without an end would fill the report. */
const longestValue = 1_000;

function openRowFindings(): RowFindings {
  const first: RowFinding[] = [];
  let count = 0;
  let file: number | undefined;
  let waiting: string[] = [];
  let waitingLength = 0;

  const flush = () => {
    file ??= openNamelessFile();
    writeSync(file, waiting.join(''));
    waiting = [];
    waitingLength = 0;
  };
  return {
    get count() {
      return count;
    },
    first,
    add({ line, value }) {
      const row = { line, value: value.length > longestValue ? `${value.slice(0, longestValue)}...` : value };
      count += 1;
      if (first.length < mostAtHand) return void first.push(row);
      const text = `${JSON.stringify(row)}\n`;
      waiting.push(text);
      waitingLength += text.length;
      if (waitingLength > blockBytes) flush();
    },
    *all() {
      yield* first;
      if (waitingLength > 0) flush();
      if (file !== undefined) yield* readRows(file);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      waiting = [];
      waitingLength = 0;
    },
  };
}

/** A file that is gone from its folder at once, so that even a kill leaves nothing behind. */
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
