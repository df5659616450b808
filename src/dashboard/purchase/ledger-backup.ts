import { readJournal } from './journal.ts';
import { convertForeignBook, getBook, type LedgerBook } from './ledger.ts';

/** The ledger of the account in use, for a backup. */
export const readLedgerBook = async (): Promise<LedgerBook> => getBook(await (await readJournal()).readLedger());

/** Merges the ledger of a backup; resolves with the number of lines that were not there before. */
export async function restoreLedgerBook(saved: LedgerBook, isSameAccount: boolean): Promise<number> {
  const journal = await readJournal();
  const before = await journal.readLedger();
  const { calls, sums } = isSameAccount ? saved : convertForeignBook(saved, getBook(before));
  await journal.append((_, at) => [{ type: 'restored', at, calls: [...calls], sums }]);
  const after = await journal.readLedger();
  return [...after.calls.keys()].filter((id) => !before.calls.has(id)).length;
}
