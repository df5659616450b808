#!/usr/bin/env node
import { buildIfStale, installIfStale } from './ensure.mjs';

installIfStale();
buildIfStale();
await import(new URL('../../../dist/server/cli.js', import.meta.url).href);
