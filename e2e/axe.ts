import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Checks that axe finds nothing on what stands on the page, popups included, in the light theme and in the dark one. */
export async function expectNoFinding(page: Page): Promise<void> {
  // The other mode, for frames, opens a page beside each reading and takes twice as long.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await axe()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  // A theme changes colours and nothing else.
  const dark = await axe().withRules(['color-contrast', 'link-in-text-block']).analyze();
  const findings = Object.entries({ light, dark }).flatMap(([theme, { violations }]) =>
    violations.map(({ id, nodes }) => [theme, id, ...nodes.map(({ html }) => html)]),
  );
  expect(findings).toEqual([]);
}
