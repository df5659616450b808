import { expect, test } from 'vitest';
import type { Rolldown } from 'vite';
import { listBundleFiles } from './offline-worker.ts';

const bundle = (html: string, script: string) =>
  ({
    'index.html': { type: 'asset', fileName: 'index.html', source: html },
    [script]: { type: 'chunk', fileName: script },
    '.vite/manifest.json': { type: 'asset', fileName: '.vite/manifest.json', source: '{}' },
  }) as unknown as Rolldown.OutputBundle;

test('the page has a new revision whenever its content changes; files named by content have none', () => {
  const [page, ...files] = listBundleFiles(bundle('<title>1</title>', 'assets/index-1.js'));
  expect(page).toEqual({ url: './', revision: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(files).toEqual([{ url: 'assets/index-1.js', revision: null }]);
  expect(listBundleFiles(bundle('<title>1</title>', 'assets/index-2.js'))[0]).toEqual(page);
  expect(listBundleFiles(bundle('<title>2</title>', 'assets/index-1.js'))[0]).not.toEqual(page);
});
