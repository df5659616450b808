// npm hands what follows `--` to the last command of a script only, so both builds are started from here.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const projectDir = resolve(import.meta.dirname, '../..');
const vite = join(projectDir, 'node_modules/vite/bin/vite.js');
const args = process.argv.slice(2);

// A page for any static host has no gateway beside it, so there is no server to build.
const direct = /(^|\s)(--mode|-m)[\s=]direct(\s|$)/.test(args.join(' '));

for (const target of direct ? [[]] : [[], ['--ssr']]) {
  const { status } = spawnSync(process.execPath, [vite, 'build', ...target, ...args], {
    cwd: projectDir,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
