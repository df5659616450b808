/**
 * What happened to a row: `repaired` is loaded with a change, `noted` is loaded as it is, `merged` is the same as one
 * before, `skipped` is sound but not for this import, `rejected` cannot be read.
 */
export type Outcome = 'repaired' | 'noted' | 'merged' | 'skipped' | 'rejected';

/** All rows of a file that one thing happened to. */
export type Finding = {
  file: string;
  outcome: Outcome;
  reason: string;
  count: number;
  rows: { line: number; value: string }[];
};

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
};

export function openReport(): ReportKeeper {
  const files = new Map<string, { read: number; lines: Record<Outcome, Set<number>> }>();
  const findings = new Map<string, Finding>();
  const figures: Record<string, number> = {};
  const fileOf = (file: string) => {
    let book = files.get(file);
    if (!book) files.set(file, (book = { read: 0, lines: newLines() }));
    return book;
  };
  return {
    read: (file) => void (fileOf(file).read += 1),
    find(outcome, file, reason, line, value): undefined {
      fileOf(file).lines[outcome].add(line);
      const key = `${file} ${outcome} ${reason}`;
      let finding = findings.get(key);
      if (!finding) findings.set(key, (finding = { file, outcome, reason, count: 0, rows: [] }));
      finding.count += 1;
      finding.rows.push({ line, value });
    },
    figure: (name, value) => void (figures[name] = value),
    report: () => ({
      files: [...files].map(([file, { read, lines }]) => toFileRows(file, read, lines)),
      findings: [...findings.values()],
      figures,
    }),
  };
}

const newLines = (): Record<Outcome, Set<number>> => ({
  repaired: new Set(),
  noted: new Set(),
  merged: new Set(),
  skipped: new Set(),
  rejected: new Set(),
});

function toFileRows(file: string, read: number, lines: Record<Outcome, Set<number>>): FileRows {
  const { repaired, noted, merged, skipped, rejected } = lines;
  const left = new Set([...merged, ...skipped, ...rejected]).size;
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
