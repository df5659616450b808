import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const projectDir = resolve(import.meta.dirname, '..');
const readmes = ['README.md'].concat(
  readdirSync(join(projectDir, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('README.md'))
    .map((path) => join('src', path)),
);

test('the root README has at most 150 lines', () => {
  expect(readFileSync(join(projectDir, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(150);
});

test.each(readmes)('the relative links of %s lead to a file', (readme) => {
  const text = readFileSync(join(projectDir, readme), 'utf8');
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(projectDir, dirname(readme), target)))).toEqual([]);
});

test('every decided point names a file and the test that pins it', () => {
  const text = readFileSync(join(projectDir, 'src/contract/README.md'), 'utf8');
  const [, section = ''] = /## Decided points\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => /^\| (?!-|Point)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  const files = rows.flatMap((row) => {
    const paths = row.split(/(?<!\\)\|/).slice(2, 4);
    expect(paths, row).toHaveLength(2);
    return paths.map((cell) => cell.trim().replaceAll('`', ''));
  });
  expect(files.filter((file) => !existsSync(join(projectDir, 'src', file)))).toEqual([]);
});
