import type { Browser, CDPSession, Page } from '@playwright/test';
import { Command } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createShutdown } from '../../gateway/shutdown.ts';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { demoToday, openDemoWorkspace } from '../demo-workspace.ts';
import { projectDir } from '../../gateway/project.ts';
import { addToolAction } from '../tool-action.ts';
import { shots } from './shots.ts';

const themes = ['light', 'dark'] as const;
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** WebP takes a third of the bytes of PNG, with equally sharp text. */
const quality = 78;

interface Picture {
  file: string;
  bytes: number;
}

const shutdown = createShutdown();
const program = new Command('screenshots')
  .description('Take a picture of every screen on demo data, light and dark (needs Playwright)')
  .showHelpAfterError('Add --help to see the options of this command.')
  .option('--out <folder>', 'output folder', join(projectDir, 'public/screenshots'));
addToolAction(program, shutdown, {
  async run({ out }: { out: string }) {
    const { url, browser } = await openDemoWorkspace(shutdown);
    const pictures = await drawAll(await openPage(browser, url), out);
    return { pictures, bytes: pictures.reduce((sum, picture) => sum + picture.bytes, 0) };
  },
  format: ({ pictures, bytes }) => [
    ...pictures.map((picture) => `${picture.file}: ${Math.ceil(picture.bytes / 1000)} kB`),
    `${pictures.length} pictures, ${Math.ceil(bytes / 1000)} kB`,
  ],
});
await runProgram(program, shutdown);

/** The page's clock is fixed at noon of the demo data's newest day, so that ages and periods are always the same. */
async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: wide,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(`${demoToday}T12:00:00Z`);
  return page;
}

async function drawAll(page: Page, folder: string): Promise<Picture[]> {
  await mkdir(folder, { recursive: true });
  const session = await page.context().newCDPSession(page);
  const pictures: Picture[] = [];
  for (const shot of shots) {
    console.error(shot.name);
    await page.setViewportSize(shot.narrow ? narrow : wide);
    await shot.prepare(page);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const file = `${shot.name}-${colorScheme}.webp`;
      const picture = await draw(session);
      await writeFile(join(folder, file), picture);
      pictures.push({ file, bytes: picture.length });
    }
  }
  return pictures;
}

/** Playwright itself captures only PNG and JPEG. */
async function draw(session: CDPSession): Promise<Buffer> {
  // Fonts and lazy parts settle within this time.
  await new Promise((resolve) => setTimeout(resolve, 400));
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  return Buffer.from(data, 'base64');
}
