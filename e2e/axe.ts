import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './test.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Passing nodes would only be described and thrown away.
  resultTypes: ['violations'],
  preload: false,
};
/** The rules whose outcome depends on colours; all others read a document that is the same in both themes. */
const colorRules: RunOptions = { ...options, runOnly: ['color-contrast', 'link-in-text-block'] };
const runs = [
  ['light', options],
  ['dark', colorRules],
] as const;

/** Checks that axe finds nothing on the page, open popups included, in the light theme and in the dark one. */
export async function expectNoFinding(page: Page): Promise<void> {
  const findings: string[][] = [];
  // Once per document: axe runs twice as fast when it is already compiled.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  for (const [colorScheme, rules] of runs) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await page.evaluate(async (given) => {
      const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      const result = await axe.run(given);
      return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    }, rules);
    findings.push(...violations.map((violation) => [colorScheme, ...violation]));
  }
  expect(findings).toEqual([]);
}
