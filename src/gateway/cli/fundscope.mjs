#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** @type {Promise<void> | undefined} */
let dashboard;
// The published package contains the build, a checkout its sources.
if (existsSync(new URL('../../../vite.config.ts', import.meta.url))) {
  const { buildIfStale, installIfStale } = await import('./ensure.mjs');
  installIfStale();
  const build = buildIfStale();
  ({ dashboard } = build);
  // Other commands may end before the dashboard is built.
  await (process.argv[2] === 'start' ? build.server : dashboard);
}
const { runCommandLine } = await import(new URL('../../../dist/server/command-line.js', import.meta.url).href);
await runCommandLine(dashboard);
