// Adds up the reports of vitest and Playwright in a folder and prints "N passed, N failed".
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const units = readReport('vitest.json');
const journeys = readReport('playwright.json')?.stats;
const passed = (units?.numPassedTests ?? 0) + (journeys?.expected ?? 0) + (journeys?.flaky ?? 0);
// A suite that fails to load has no failing test.
const broken = (units?.testResults ?? []).filter(isBroken).length;
const failed = (units?.numFailedTests ?? 0) + broken + (journeys?.unexpected ?? 0);
console.log(`${passed} passed, ${failed} failed`);

/** @param {string} name */
function readReport(name) {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** @param {{ status: string, assertionResults: unknown[] }} suite */
function isBroken(suite) {
  return suite.status === 'failed' && suite.assertionResults.length === 0;
}
