import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectDir } from '../../gateway/project.ts';

type State = Record<
  'slowed' | 'blank_rows' | 'early_sort_ms' | 'early_find_ms' | 'sort_ms' | 'find_ms' | 'heap_mb',
  number
>;

const run = promisify(execFile);

test('the table benchmark opens rows that the gateway stores, and measures every state', async () => {
  await run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build', 'tools']);
  const options = ['--rows', '1200', '--seconds', '1', '--slow', '1,2', '--json'];
  const { stdout } = await run(process.execPath, [join(projectDir, 'dist/tools/bench.js'), 'table', ...options]);
  const { rows, states } = JSON.parse(stdout) as { rows: number; states: State[] };
  expect(rows).toBe(1200);
  expect(states.map(({ slowed, blank_rows: blank }) => [slowed, blank])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  for (const { early_sort_ms, early_find_ms, sort_ms, find_ms, heap_mb } of states) {
    expect(Math.min(early_sort_ms, early_find_ms, sort_ms, find_ms, heap_mb)).toBeGreaterThan(0);
  }
}, 180_000);
