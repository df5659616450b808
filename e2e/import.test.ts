// In a browser: a file is chosen, its columns are corrected and its progress is shown.

import { expectNoFinding } from './axe.ts';
import { expect, test } from './test.ts';

const table = [
  'Company,Date,Round,Amount,Investors',
  'Onda,2024-03-05,Seed,1.5,Sable Capital',
  'Tessel,2024-05-06,Series A,12,"Sable Capital, Reed Ventures"',
].join('\n');

test('a file is checked, corrected, imported and undone in settings', async ({ page }) => {
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Import your data' });
  await section
    .getByLabel('File to import')
    .setInputFiles({ name: 'rounds.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(section).toContainText('rounds.csv: 2 rounds, 2 companies, 2 investors, from 2 rows');
  await expect(section).toContainText('as if they counted millions');
  await expect(section.getByLabel('Meaning of Round')).toHaveValue('round_type');
  await section.getByLabel('Amounts are in').selectOption('million');
  await section.getByText('Raised by year and currency').first().click();
  await expect(section).toContainText('13,500,000 USD');
  await expectNoFinding(page);
  await section.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(section).toContainText('Imported 2 rounds, 2 companies and 2 investors.');
  await section.getByRole('button', { name: 'Undo the import' }).click();
  await expect(section).toContainText('The data before the import is back.');
});
