import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { client, manifest } from './manifest.ts';
import { expect, test } from './test.ts';

// Every file of the page stays in the memory of its context, where later journeys would not see it requested.
test.use({ ownContext: true });

/** The chunks that an entry loads before it runs, itself included. */
function buildFiles(entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const follow = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(follow);
  };
  entries.forEach(follow);
  return files;
}

const toKilobytes = (files: Set<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file))).length, 0) / 1000;

const chart = 'src/dashboard/search/charts/stacked-bars.tsx';
const buildDigest = ['app/alerts.tsx', 'features/alerts/digest-view.tsx', 'search/charts/stacked-bars.tsx'].map(
  (file) => `src/dashboard/${file}`,
);
const withForm = ['features/deals/page.tsx', 'search/form/filters-form.tsx'].map((file) => `src/dashboard/${file}`);
const withRows = [...withForm, 'src/dashboard/features/deals/loaded-deals.tsx'];
const withChart = [...withRows, 'src/dashboard/search/results-chart/results-chart.tsx'];

for (const [screen, entries, kilobytes] of [
  ['the shell', ['index.html'], 123],
  ['the home screen', ['index.html', 'src/dashboard/app/home/home.tsx'], 163],
  ['the deals screen', ['index.html', 'src/dashboard/features/deals/page.tsx'], 168],
  ['the deals screen with its form', ['index.html', ...withForm], 192],
  ['the companies screen', ['index.html', 'src/dashboard/features/companies/page.tsx'], 167],
  ['the investors screen', ['index.html', 'src/dashboard/features/investors/page.tsx'], 166],
  ['the people screen', ['index.html', 'src/dashboard/features/people/page.tsx'], 169],
  ['the alerts screen', ['index.html', 'src/dashboard/app/alerts.tsx'], 152],
  ['the digest with its charts', ['index.html', ...buildDigest], 253],
  ['what draws charts, with the shell,', ['index.html', 'src/dashboard/search/charts/stacked-bars.tsx'], 218],
  ['the deals screen with rows', ['index.html', ...withRows], 246],
  ['the deals screen with rows and the surroundings of a chart', ['index.html', ...withChart], 252],
  ['the profile of a company', ['index.html', 'src/dashboard/app/company-profile.tsx'], 157],
  ['the profile of an investor with its chart', ['index.html', 'src/dashboard/app/investor-profile.tsx', chart], 252],
  ['the profile of a person with its chart', ['index.html', 'src/dashboard/app/person-profile.tsx', chart], 252],
] as const) {
  test(`${screen} loads at most ${kilobytes} kB of code, compressed`, () => {
    expect(toKilobytes(buildFiles(entries))).toBeLessThanOrEqual(kilobytes);
  });
}

test('the page preloads the code of each screen', async ({ page, gateway }) => {
  const html = readFileSync(join(client, 'index.html'), 'utf8');
  const [, named] = /id="screens">(.*?)<\/script>/.exec(html)!;
  const screens = JSON.parse(named!) as Record<string, string[]>;
  const shell = buildFiles(['index.html']);
  for (const [screen, entry] of [
    ['', 'app/home/home.tsx'],
    ['deals', 'features/deals/page.tsx'],
    ['alerts', 'app/alerts.tsx'],
    ['usage', 'features/usage/page.tsx'],
  ] as const) {
    const files = [...buildFiles([`src/dashboard/${entry}`])].filter((file) => !shell.has(file));
    expect(screens[screen]?.toSorted()).toEqual(files.toSorted());
  }
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(`${gateway.url}/deals`);
  await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
  for (const file of screens['deals']!) expect(paths.filter((path) => path === `/${file}`)).toHaveLength(1);
  expect(paths.indexOf(`/${screens['deals']![0]}`)).toBeLessThan(paths.indexOf('/config.json'));
});

test('every part that is loaded later runs without what the build leaves out of zod', async ({ page, gateway }) => {
  const parts = Object.values(manifest).filter(({ isDynamicEntry }) => isDynamicEntry);
  expect(parts.length).toBeGreaterThan(50);
  await page.goto(`${gateway.url}/settings`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const failed = await page.evaluate(
    async (files) => {
      const runs = await Promise.allSettled(files.map((file) => import(`/${file}`)));
      return runs.flatMap((run, at) => (run.status === 'rejected' ? [`${files[at]}: ${run.reason}`] : []));
    },
    parts.map(({ file }) => file),
  );
  expect(failed).toEqual([]);
});
