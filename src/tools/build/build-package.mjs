// Builds what only programs that install the package use: the client and its types.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';

const projectDir = resolve(import.meta.dirname, '../../..');

run('vite/bin/vite.js', 'build', '--ssr', '--mode', 'client', '--logLevel', 'warn');
run('typescript/bin/tsc', '-b', 'src/client');
writeTypes(join(projectDir, 'dist/package/types'));

/**
 * @param {string} program Below node_modules.
 * @param {string[]} args
 */
function run(program, ...args) {
  const path = join(projectDir, 'node_modules', program);
  const { status } = spawnSync(process.execPath, [path, ...args], { cwd: projectDir, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Writes the declarations of the client and of everything that they import, from the contract and from zod, so that
 * another package can use them without our aliases and without zod.
 * @param {string} folder
 */
function writeTypes(folder) {
  const emitted = join(projectDir, 'node_modules/.cache/tsc');
  /** @type {Record<string, string>} */
  const sources = {
    client: join(emitted, 'client/client'),
    contract: join(emitted, 'contract/contract'),
    zod: join(projectDir, 'node_modules/zod/v4'),
  };
  /** @type {Record<string, string>} */
  const aliases = { zod: '/zod/classic/index.d.ts', 'zod/v4/core': '/zod/core/index.d.ts' };
  const files = new Set(['/client/client.d.ts']);
  for (const file of files) {
    const [, layer = '', rest = ''] = /^\/([a-z]+)\/(.*)$/.exec(file) ?? [];
    const text = readFileSync(join(sources[layer] ?? '', rest), 'utf8');
    // Messages in other languages are half of zod's files, and none of our code names their types.
    const own = text.replace(/^export \* as locales from .*$/m, '');
    const written = own.replaceAll(/(?<=(?:from |import\()(['"]))[^'"]+(?=\1)/g, (name) => {
      const found = aliases[name] ?? posix.resolve(dirname(file), name.replace(/^#contract/, '/contract'));
      const imported = found.replace(/(\.d)?\.[jt]s$/, '.d.ts');
      files.add(imported);
      return `./${posix.relative(dirname(file), imported)}`.replace(/\.d\.ts$/, '.js');
    });
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), written);
  }
}
