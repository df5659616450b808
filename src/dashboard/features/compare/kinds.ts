import { calculatePrice } from '#contract/credits.ts';
import { searchCompanies } from '#contract/companies.ts';
import { searchInvestors } from '#contract/investors.ts';
import { readRecordName, type ProfileKind } from '../../search/record/profile-link.tsx';
import type { MarkedKind } from '../../library/status/marks.ts';
import { toShortId } from '../../platform/format.ts';
import { unlockCompanies, unlockInvestors } from '../../library/records/names.ts';
import { unlockedCompanies, unlockedInvestors } from '../../library/records/records.ts';
import type { ComparedKind } from '../../search/record/compare-address.ts';

/** What the screen calls the records of a kind, where they are kept, and how they are bought. */
export const comparedKind = {
  investors: {
    title: 'Investors',
    one: 'investor',
    many: 'investors',
    named: 'investor',
    marked: 'investor',
    owned: unlockedInvestors,
    buy: unlockInvestors,
    calculatePrice: (rows: number) => calculatePrice(searchInvestors.cost, rows),
  },
  companies: {
    title: 'Companies',
    one: 'company',
    many: 'companies',
    named: 'company',
    marked: 'company',
    owned: unlockedCompanies,
    buy: unlockCompanies,
    calculatePrice: (rows: number) => calculatePrice(searchCompanies.cost, rows),
  },
} as const satisfies Record<ComparedKind, { named: ProfileKind; marked: MarkedKind } & Record<string, unknown>>;

/** What a record is called, and its short id where no name is known. */
export const toName = (of: ComparedKind, id: string): string =>
  readRecordName(comparedKind[of].named, id) ?? `${comparedKind[of].one} ${toShortId(id)}`;
