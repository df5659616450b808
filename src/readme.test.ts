import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const projectDir = resolve(import.meta.dirname, '..');
const sources = ['src', 'e2e']
  .flatMap((folder) =>
    readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .concat('vite.config.ts');
const readmes = ['README.md', ...sources.filter((path) => path.endsWith('README.md'))];

test('the root README has at most 150 lines', () => {
  expect(readFileSync(join(projectDir, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(150);
});

test.each(readmes)('the relative links of %s lead to a file', (readme) => {
  const text = readFileSync(join(projectDir, readme), 'utf8');
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(projectDir, dirname(readme), target)))).toEqual([]);
});

test.each(readmes)('the source files that %s names exist', (readme) => {
  const text = readFileSync(join(projectDir, readme), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, path = '']) => path);
  const exists = (path: string) => sources.some((source) => `/${source}`.endsWith(`/${path.replace('../', '')}`));
  expect(named.filter((path) => !exists(path))).toEqual([]);
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

test('the way of a search in src/README.md misses no step: each file is joined by an import to one before it', () => {
  const text = readFileSync(join(projectDir, 'src/README.md'), 'utf8');
  const [, section = ''] = /## One search, from the press to the rows\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => /^\| (?!-|Step)/.test(line));
  const named = rows.flatMap((row) => {
    let folder = '';
    return [...row.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => {
      if (path.includes('/')) folder = dirname(path);
      return path.includes('/') ? path : join(folder, path);
    });
  });
  const ends = [
    'dashboard/screens/searches/deals/screen.tsx',
    'service/db/page.ts',
    'dashboard/screens/searches/deals/columns.tsx',
  ];
  expect(ends.filter((path) => !named.includes(path))).toEqual([]);
  const apart = named.filter((path, at) => at > 0 && !named.slice(0, at).some((before) => areJoined(path, before)));
  expect(apart).toEqual([]);
});

/** Whether one of two files in `src` imports the other. */
function areJoined(one: string, other: string): boolean {
  return readImports(one).includes(other) || readImports(other).includes(one);
}

function readImports(path: string): string[] {
  const text = readFileSync(join(projectDir, 'src', path), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier),
  );
}
