import { readDate } from '../words/dates.ts';
import type { ReadFormd } from './files.ts';

/** A filing that counts: the last one of its offering. */
export type Filing = { offering: string; filed: string };

/** The last filing of each offering (a D, or the D/A that amends it) by its accession number; keys only. */
export async function readFilings(read: ReadFormd): Promise<Map<string, Filing>> {
  const last = new Map<string, { accession: string; filed: string }>();
  for await (const row of read('FORMDSUBMISSION')) {
    const accession = row.cell('ACCESSIONNUMBER');
    const filed = readDate(row.cell('FILING_DATE'))?.day;
    if (accession === '' || !filed) {
      row.find('rejected', 'no accession number, or no filing date', `${accession} ${row.cell('FILING_DATE')}`);
    } else if (row.cell('TESTORLIVE') === 'TEST') row.find('skipped', 'a test filing', accession);
    else if (!/^D(\/A)?$/.test(row.cell('SUBMISSIONTYPE'))) {
      row.find('skipped', 'no Form D', `${accession} ${row.cell('SUBMISSIONTYPE')}`);
    } else {
      const offering = row.cell('FILE_NUM') || accession;
      const before = last.get(offering);
      if (before && (before.filed > filed || (before.filed === filed && before.accession > accession))) {
        row.find('skipped', 'a later filing of the same offering was taken', accession);
      } else {
        if (before)
          row.find('noted', 'amends an earlier filing, which is left out', `${accession} after ${before.accession}`);
        last.set(offering, { accession, filed });
      }
    }
  }
  return new Map([...last].map(([offering, { accession, filed }]) => [accession, { offering, filed }]));
}
