import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './test.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Passing nodes would only be described and thrown away, and a finding is shown by its HTML.
  resultTypes: ['violations'],
  selectors: false,
  preload: false,
};
/** The rules whose outcome depends on colors; all others read a document that is the same in both themes. */
const colorRules: RunOptions = { ...options, runOnly: ['color-contrast', 'link-in-text-block'] };
const runs = [
  ['light', options],
  ['dark', colorRules],
] as const;

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
  commons: { color: { Color: { prototype: AxeColor } } };
}
type AxeColor = Record<'r' | 'g' | 'b' | 'alpha', number> & { parseString(text: string): AxeColor };
type PageWithAxe = { axe: Axe };

/** Lets axe read each color once: it reads those of all ancestors for each text, and oklch() takes it long. */
function rememberColors(): void {
  const { prototype } = (window as unknown as PageWithAxe).axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Omit<AxeColor, 'parseString'>>();
  prototype.parseString = function (text) {
    const read = known.get(text);
    if (read) return Object.assign(this, read);
    const { r, g, b, alpha } = parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Checks that axe finds nothing on the page, open popups included, in the light theme and in the dark one. */
export async function expectNoFinding(page: Page): Promise<void> {
  const findings: string[][] = [];
  // Once per document: axe runs twice as fast when it is already compiled.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(rememberColors);
  }
  for (const [colorScheme, rules] of runs) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await page.evaluate(async (given) => {
      // A target that an open popup covers in part is whole again once that closes.
      const isCovered = (element: Element | undefined) => {
        const { left, right, top, bottom } = element!.getBoundingClientRect();
        const corners = [left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y] as const));
        const above = corners.map(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-base-ui-portal]'));
        return above.some((popup) => popup && !popup.contains(element!));
      };
      const result = await (window as unknown as PageWithAxe).axe.run({ ...given, elementRef: true });
      return result.violations.flatMap(({ id, nodes }) => {
        const found = nodes.filter(({ element }) => id !== 'target-size' || !isCovered(element as Element));
        return found.length > 0 ? [[id, ...found.map(({ html }) => html)]] : [];
      });
    }, rules);
    findings.push(...violations.map((violation) => [colorScheme, ...violation]));
  }
  expect(findings).toEqual([]);
}
