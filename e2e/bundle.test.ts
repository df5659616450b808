// In a browser: a screen loads the files that it needs, and no others.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { client, manifest } from './manifest.ts';
import { expect, test } from './test.ts';

/** The files that a screen loads before it is shown. */
function listFiles(screen: string): Set<string> {
  const files = new Set<string>();
  const follow = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(follow);
  };
  ['index.html', screen].forEach(follow);
  return files;
}

for (const [screen, source, kilobytes] of [
  ['Home', 'src/dashboard/app/home.tsx', 320],
  ['Deals', 'src/dashboard/app/deals.tsx', 440],
] as const) {
  test(`${screen} loads at most ${kilobytes} kB of code, compressed`, () => {
    const sizes = [...listFiles(source)].map((file) => gzipSync(readFileSync(join(client, file))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(kilobytes);
  });
}
