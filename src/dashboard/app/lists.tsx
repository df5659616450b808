import { CompanyDetail } from '../features/companies/detail.tsx';
import type { Enrichment } from '../features/lists/list-files.ts';
import { ListsPage } from '../features/lists/page.tsx';
import { buildCompanyRow } from '../features/companies/rows.ts';
import { companyExport } from '../features/companies/export-columns.ts';

// Relevance depends on a search, so a list has none.
const columns = companyExport.filter(([head]) => head !== 'relevance');

const enrichment: Enrichment = {
  heads: columns.map(([head]) => head),
  read: (id) => {
    const row = buildCompanyRow(id);
    return (
      row &&
      columns.map(([, read]) => {
        const cell = read(row) ?? null;
        return typeof cell === 'boolean' ? String(cell) : cell;
      })
    );
  },
};

/** The user's lists, with the company details and export columns of the companies feature. */
export function ListsScreen() {
  return <ListsPage enrichment={enrichment} renderCompany={(id) => <CompanyDetail id={id} row={undefined} />} />;
}
