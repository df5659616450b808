// In a browser: a file is read in the page, and comes back as a file.

import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { expectNoFinding } from './axe.ts';
import { buy, createKey, loadMore, readLeft, readUsed, useKey, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test, type RunningGateway } from './test.ts';

type Named = { readonly name: string; readonly domain: string; readonly linkedin: string };

/** Companies of the demo market, asked for with the gateway's own key, which is not the person's. */
async function readCompanies({ url, key }: RunningGateway): Promise<Named[]> {
  const answer = await fetch(`${url}/api/v1/companies`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ page_size: 130 }),
  });
  return ((await answer.json()) as { data: { companies: Named[] } }).data.companies;
}

/** 125 lines of a CRM in western 8-bit letters, parted by semicolons: most known, one of two minds, some hopeless. */
function toFile(market: readonly Named[]): { readonly lines: string[]; readonly bytes: Buffer } {
  const known = market.slice(0, 120).map(({ domain, linkedin }, at) => {
    const named = at % 3 === 0 ? `;${linkedin}` : `https://www.${domain.toUpperCase()}/about;`;
    return `Konto ${at};${named};Jörg;=${at}+1`;
  });
  const [one, other] = market.slice(120);
  const lines = [
    'Konto;Website;LinkedIn;Betreuer;Notiz',
    ...known,
    `Zwei;${one!.domain};${other!.linkedin};Zoë;`,
    'Geist;no-such-company.example;;Zoë;"Said ""no"""',
    'Nochmal;no-such-company.example;;Zoë;',
    'Wort;not a domain;;;',
    'Leer;;;;',
  ];
  return { lines, bytes: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1') };
}

const pill = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a list is enriched for at most the announced price, keeps its columns, delimiter and encoding, and flags its companies', async ({
  page,
  gateway,
}) => {
  const key = await createKey(gateway, 1000);
  await useKey(page, key);
  const left = await readLeft(gateway, key);
  const { lines, bytes } = toFile(await readCompanies(gateway));
  const paid = watchPaid(page);
  await page.goto('/lists');
  await expect(page.getByRole('heading', { level: 1, name: 'Import lists' })).toBeVisible();
  await expectNoFinding(page);
  await page.getByLabel('File of companies').setInputFiles({ name: 'My CRM.csv', mimeType: 'text/csv', buffer: bytes });
  await expect(page.getByRole('heading', { level: 1, name: 'My CRM' })).toBeVisible();
  await expect(page.getByText('Latin-1, 125 lines')).toBeVisible();
  await expect(page.getByLabel('Domains are in')).toHaveValue('1');
  await expect(page.getByLabel('LinkedIn are in')).toHaveValue('2');
  await expect(page.getByText('122 credits')).toBeVisible();
  expect(paid).toHaveLength(0);

  await buy(page, page.getByRole('button', { name: 'Search 122 companies' }));
  await expect(pill(page, '120 found')).toBeVisible();
  await expect(pill(page, '2 not found')).toBeVisible();
  await expect(pill(page, '2 not readable')).toBeVisible();
  // A request takes a hundred lines; the one line of two minds brought two rows.
  const sizes = paid.map((request) => (request.postDataJSON() as { input: { page_size: number } }).input.page_size);
  expect(sizes).toEqual([100, 22]);
  await expect.poll(() => readUsed(page)).toBe(122);

  await pill(page, '1 ambiguous').click();
  await page.getByRole('gridcell', { name: '2 possible' }).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('radio').nth(1).check();
  await expect(pill(page, '121 found')).toBeVisible();
  // The company of the line is named, decided on and opened from here.
  await expect(panel.getByRole('heading', { level: 2 }).last()).toHaveText(/\S/);
  await expect(panel.getByRole('button', { name: 'Shortlist' })).toHaveAttribute('aria-pressed', 'false');
  await expect(panel.getByRole('link', { name: 'Open profile' })).toBeVisible();
  await expectNoFinding(page);

  await pill(page, '125 lines').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save enriched CSV' }).click();
  const file = await readFile(await (await download).path());
  // In the letters and with the delimiter of the file that was imported.
  const written: string[][] = parse(file.toString('latin1'), { delimiter: ';' });
  expect(written).toHaveLength(lines.length);
  expect(written[0]!.slice(0, 8)).toEqual([
    ...lines[0]!.split(';'),
    'fundscope_status',
    'fundscope_company_id',
    'fundscope_name',
  ]);
  expect(written.slice(1).map(([account]) => account)).toEqual(lines.slice(1).map((line) => line.split(';')[0]));
  expect(written[1]!.slice(3, 6)).toEqual(['Jörg', "'=0+1", 'found']);
  const states = written.slice(1).map((cells) => cells[5]);
  expect(states.filter((state) => state === 'found')).toHaveLength(121);
  expect(states.slice(-4, -2)).toEqual(['not found', 'not found']);
  expect(written.slice(1, 122).every((cells) => cells[7] !== '')).toBe(true);

  await page.goto('/usage');
  await expect(page.getByText(/^Total [\d,.]+ credits?$/)).toHaveText('Total 122 credits');
  expect(left - (await readLeft(gateway, key))).toBe(122);
  await page.goto('/companies?rows=10');
  await buy(page, page.getByRole('button', { name: /^Search/ }));
  await expect(page.getByRole('gridcell', { name: /in your list My CRM/ }).first()).toBeVisible();
});

/** Has a new list read a file of companies. */
async function importFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.goto('/lists');
  // The document shows the screen before it listens.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('File of companies').setInputFiles({ name, mimeType, buffer });
}

test('a list search is stopped, and its file is parsed again', async ({ page, gateway }) => {
  const market = await readCompanies(gateway);
  await useKey(page, await createKey(gateway, 1000));
  const paid = watchPaid(page);
  const text = ['web\tfirm', ...market.slice(0, 130).map(({ domain, name }) => `${domain}\t${name}`)].join('\n');
  await page.route('**/workspace/requests', async (route) => {
    await page.getByRole('button', { name: 'Stop' }).click();
    await route.continue();
  });
  await importFile(page, 'crm.tsv', 'text/plain', Buffer.from(text, 'utf16le'));
  await buy(page, page.getByRole('button', { name: 'Search 130 companies' }));
  await expect(pill(page, '100 found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search 30 companies' })).toBeVisible();
  expect(paid).toHaveLength(1);
  await page.unroute('**/workspace/requests');

  // What is owned stays found under another reading of the same file; without its column nothing is.
  await page.getByLabel('Domains are in').selectOption('no column');
  await page.getByLabel('Names are in').selectOption('no column');
  await expect(page.getByText('No column with domains, links or names was found')).toBeVisible();
  await page.getByLabel('Domains are in').selectOption('web');
  await expect(pill(page, '100 found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search 30 companies, up to 30 credits' })).toBeVisible();
  await page.reload();
  await expect(pill(page, '30 not searched yet')).toBeVisible();
  expect(paid).toHaveLength(1);
});

test('the second company of a line has a price of its own before anything is said of the line', async ({
  page,
  gateway,
}) => {
  const [one, other] = await readCompanies(gateway);
  await useKey(page, await createKey(gateway, 100));
  await importFile(page, 'two.csv', 'text/csv', Buffer.from(`${one!.domain},${other!.linkedin}`));
  await page.getByRole('button', { name: 'Search 1 company' }).click();
  await loadMore(page, 'Load 1 more, up to 1 credit');
  await expect(pill(page, '1 ambiguous')).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(2);
});

test('a list is renamed by keyboard, and deleted with undo', async ({ page, gateway }) => {
  await useKey(page, await createKey(gateway, 100));
  await importFile(page, 'crm.csv', 'text/csv', Buffer.from('one.example\ntwo.example'));
  await page.getByRole('link', { name: 'All lists' }).click();
  await page.getByRole('button', { name: 'Rename crm' }).click();
  await expect(page.getByLabel('New name of crm')).toBeFocused();
  await page.keyboard.type('Sales');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Sales' }).click();
  await expect(page.getByRole('link', { name: 'Sales' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Sales' }).click();
  await expect(pill(page, '2 lines')).toBeVisible();
});

test('rows copied from a spreadsheet are pasted as a list, whose columns are found', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 10);
  const paid = watchPaid(page);
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Paste rows' }).click();
  const sheet = page.getByRole('dialog', { name: 'Paste rows' });
  await sheet.getByRole('textbox').fill('Name\tWebsite\nÜbel\tuebel.example\nNordwind\tnordwind.example');
  await expectNoFinding(page);
  await sheet.getByRole('button', { name: 'Create the list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pasted rows' })).toBeVisible();
  await expect(page.getByText('Pasted rows, UTF-8, 2 lines')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search 2 companies/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as XLSX' }).click();
  expect((await saved).suggestedFilename()).toBe('pasted-rows-enriched.xlsx');
  expect(paid).toHaveLength(0);
});

test('names find their companies for at most the announced price; what is not certain is chosen, and undone', async ({
  page,
  gateway,
}) => {
  const market = await readCompanies(gateway);
  await useKey(page, await createKey(gateway, 1000));
  const [one, similar] = market.filter(({ name }) => name.includes(' '));
  const part = similar!.name.split(' ')[0]!;
  await importFile(page, 'names.csv', 'text/csv', Buffer.from(`Company\n${one!.name}\n${part}\nNo Such Name At All\n`));
  const paid = watchPaid(page);
  await buy(page, page.getByRole('button', { name: 'Search 3 companies, up to 3.3 credits' }));
  await expect(page.getByText('3 companies searched.')).toBeVisible();
  await expect(pill(page, '1 found')).toBeVisible();
  // Three names, and the one company that has exactly its name.
  await expect.poll(() => readUsed(page)).toBe(1.3);
  expect(paid.map((request) => new URL(request.url()).pathname)).toEqual([
    '/workspace/requests/several',
    '/workspace/unlock',
  ]);

  const choices = page.getByRole('dialog', { name: 'Choose companies' });
  await page.getByRole('button', { name: 'Choose companies' }).click();
  const field = choices.getByRole('combobox', { name: part, exact: true });
  await expect(field).toHaveValue('');
  await field.selectOption({ index: 1 });
  await expectNoFinding(page);
  await choices.getByRole('button', { name: 'Confirm 1' }).click();
  await expect(page.getByText('1 name confirmed')).toBeVisible();
  await expect(pill(page, '2 found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pill(page, '1 found')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Choose companies' }).click();
  // The names of the candidates are read again, for free.
  await expect(choices.getByRole('option', { name: similar!.name }).first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect.poll(() => readUsed(page)).toBe(1.3);
});
