import { SingleBar } from 'cli-progress';
import type { LoadStep } from './build-next.ts';
import type { Merge, MergeReport } from './sources.ts';
import type { FileRows, Finding, ImportReport, RowFinding } from './report.ts';
import type { Entity } from './records.ts';

const rowsAtOnce = 500;

/** The whole report as one JSON object, in parts, so that its rows need not fit in memory. */
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

/** The terminal shows this many rows of a finding; --json and --report have all. */
const shownRows = 3;
const longestValue = 60;

/** The report for the terminal: totals, figures, and the first rows of every finding. */
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
  const parts = [`${toNumber(read)} rows read`, `${toNumber(loaded)} loaded`];
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

/** Shows the progress of a load on standard error: a bar in a terminal, otherwise a line per file and step. */
export type Progress = {
  rows: (file: string, fraction: number, rows: number) => void;
  step: (step: LoadStep) => void;
  say: (text: string) => void;
  end: () => void;
};

const stepTexts: Record<LoadStep, string> = {
  records: 'Reading and loading',
  matching: 'Matching the sources',
  figures: 'Computing figures',
  indexes: 'Building indexes',
  swap: 'Replacing the old records',
};

export function openProgress(out: NodeJS.WriteStream): Progress {
  let reading: { file: string; since: number; rows: number; bar: SingleBar | undefined } | undefined;
  const measureRate = (since: number, rows: number) =>
    Math.round(rows / Math.max(0.001, (performance.now() - since) / 1000)).toLocaleString('en');
  const end = () => {
    if (!reading) return;
    const { file, since, rows, bar } = reading;
    bar?.stop();
    if (!bar) out.write(`  ${file}: ${rows.toLocaleString('en')} lines, ${measureRate(since, rows)} a second\n`);
    reading = undefined;
  };
  return {
    rows(file, fraction, rows) {
      if (reading?.file !== file) {
        end();
        reading = { file, since: performance.now(), rows, bar: out.isTTY ? startBar(out, file) : undefined };
      }
      reading.rows = rows;
      const left = formatTimeLeft((performance.now() - reading.since) / 1000, fraction);
      reading.bar?.update(fraction, { rows: rows.toLocaleString('en'), rate: measureRate(reading.since, rows), left });
    },
    step(step) {
      end();
      out.write(`${stepTexts[step]} ...\n`);
    },
    say(text) {
      end();
      out.write(`${text}\n`);
    },
    end,
  };
}

function startBar(stream: NodeJS.WriteStream, file: string): SingleBar {
  const format = `  ${file} [{bar}] {percentage}% | {rows} lines, {rate} a second, {left}`;
  const bar = new SingleBar({ stream, format, barsize: 24, hideCursor: true });
  bar.start(1, 0, { rows: '0', rate: '0', left: '' });
  return bar;
}

/** Assumes that the rest takes as long per byte as what was already read. */
function formatTimeLeft(seconds: number, fraction: number): string {
  if (fraction <= 0 || fraction >= 1) return '';
  const left = Math.ceil((seconds * (1 - fraction)) / fraction);
  return left < 120 ? `${left} s left` : `${Math.ceil(left / 60)} min left`;
}

const words: Record<Entity, [one: string, many: string]> = {
  company: ['company', 'companies'],
  investor: ['investor', 'investors'],
  person: ['person', 'people'],
  deal: ['deal', 'deals'],
};
const formatCount = (count: number, entity: Entity) =>
  `${count.toLocaleString('en')} ${words[entity][count === 1 ? 0 : 1]}`;

/** The merges for the terminal: how many and why, the first `shown` of each reason, and how to undo them. */
export function formatMerge({ counts, contradictions, list, leftApart }: MergeReport, shown: number): string[] {
  if (counts.length === 0 && leftApart.length === 0) return ['No record is in two sources.'];
  return [
    ...counts.flatMap(({ entity, reason, count }) => [
      `  ${formatCount(count, entity)} merged with another source's by ${reason}`,
      ...list
        .filter((merge) => merge.entity === entity && merge.reason === reason)
        .slice(0, shown)
        .map(({ kept, joined }) => `    ${toName(kept)} = ${toName(joined)}`),
      ...(count > shown ? ['    ...'] : []),
    ]),
    ...leftApart.map(
      ({ entity, reason, groups }) =>
        `  ${formatCount(groups, entity)} with the same ${reason} not merged: other facts contradict it`,
    ),
    ...contradictions.map(
      ({ entity, fact, count }) =>
        `  ${formatCount(count, entity)} with two values of ${fact}: the newer source's was used`,
    ),
    'List wrong merges in a file for --keep-apart; --report has all ids.',
  ];
}

/** One line for each merge below its reason; expects them in the order of their reasons. */
export function listMerges(merges: readonly Merge[]): string[] {
  if (merges.length === 0) return ['No record is in two sources.'];
  let heading = '';
  return merges.flatMap(({ entity, reason, kept, joined }) => {
    const line = `  ${toName(kept)} = ${toName(joined)}`;
    const current = `${words[entity][1]} merged by ${reason}`;
    if (current === heading) return [line];
    heading = current;
    return [current, line];
  });
}

const toName = ({ id, name, source }: MergeReport['list'][number]['kept']) => `${name} (${source}, ${id})`;
