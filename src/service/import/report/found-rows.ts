import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** A row that something happened to, with what it was about. */
export type RowFinding = { line: number; value: string };

/** All rows of one finding: a million of them take no more memory than a thousand. */
export type RowFindings = {
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

export function openRowFindings(): RowFindings {
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
