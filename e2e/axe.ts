import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks that axe finds nothing on what stands on the page, popups included, in the light theme and in the dark one. */
export async function expectNoFinding(page: Page): Promise<void> {
  const findings: string[][] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The other mode, for frames, opens a page beside each reading and takes twice as long.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze();
    findings.push(...violations.map(({ id, nodes }) => [colorScheme, id, ...nodes.map(({ html }) => html)]));
  }
  expect(findings).toEqual([]);
}
