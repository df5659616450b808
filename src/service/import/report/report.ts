import { openRowFindings, type RowFinding, type RowFindings } from './found-rows.ts';
import { openLineSet, type LineSet } from './line-set.ts';

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
export function shortenReport(report: ImportReport, rows: number): ImportReport {
  return { ...report, findings: report.findings.map((finding) => ({ ...finding, rows: finding.rows.slice(0, rows) })) };
}
