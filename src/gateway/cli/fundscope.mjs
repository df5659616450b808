#!/usr/bin/env node
import { existsSync } from 'node:fs';

// The published package holds what is built, a checkout its sources.
if (existsSync(new URL('../../../vite.config.ts', import.meta.url))) {
  const { buildIfStale, installIfStale } = await import('./ensure.mjs');
  installIfStale();
  buildIfStale();
}
await import(new URL('../../../dist/server/cli.js', import.meta.url).href);
