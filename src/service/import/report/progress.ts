import { SingleBar } from 'cli-progress';
import type { LoadStep } from '../load.ts';

/** Says on standard error how far a load is: a bar in a terminal, else a line per file and step. */
export type Progress = {
  rows: (file: string, fraction: number, rows: number) => void;
  step: (step: LoadStep) => void;
  say: (text: string) => void;
  end: () => void;
};

const stepTexts: Record<LoadStep, string> = {
  records: 'Reading and loading',
  matching: 'Matching the sources',
  figures: 'Working out figures',
  indexes: 'Building indexes',
  swap: 'Putting the new records in place',
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

/** As long again as it took so far, for what is left; nothing before that can be told. */
function formatTimeLeft(seconds: number, fraction: number): string {
  if (fraction <= 0 || fraction >= 1) return '';
  const left = Math.ceil((seconds * (1 - fraction)) / fraction);
  return left < 120 ? `${left} s left` : `${Math.ceil(left / 60)} min left`;
}
