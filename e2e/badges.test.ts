// In a browser: badges are measured in their boxes.

import { buy, createKey, useKey } from './deals-screen.ts';
import { expect, test } from './test.ts';

/** The badges of rounds that are cut, by themselves or by a box around them. */
function findCutBadges(): string[] {
  const badges = [...document.querySelectorAll<HTMLElement>('main [class*="stage-tint-"]')];
  const isCut = (badge: HTMLElement) => {
    const { left, right } = badge.getBoundingClientRect();
    if (badge.scrollWidth > badge.clientWidth) return true;
    for (let box = badge.parentElement; box; box = box.parentElement) {
      // A box that scrolls shows the rest.
      if (!['hidden', 'clip'].includes(getComputedStyle(box).overflowX)) continue;
      const edges = box.getBoundingClientRect();
      if (left < edges.left - 0.5 || right > edges.right + 0.5) return true;
    }
    return false;
  };
  return badges.filter((badge) => badge.offsetParent && isCut(badge)).map((badge) => badge.title);
}

test('the name of a round is cut on no screen, at 390, 1024 and 1440 pixels', async ({ page, gateway }) => {
  await useKey(page, await createKey(gateway, 1000));
  const badge = page.locator('main [class*="stage-tint-"]').filter({ visible: true });
  const rounds = 'round=SERIES_A~extension&round=SERIES_B~extension&round=SEED~pre&round=CONVERTIBLE_NOTE';
  for (const screen of [`/deals?rows=40&${rounds}`, '/companies?rows=40']) {
    await page.goto(screen);
    await buy(page, page.getByRole('button', { name: /^Search/ }));
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(badge.first()).toBeVisible();
      await expect.poll(() => page.evaluate(findCutBadges), `${screen} at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
