import { CompanyDetail } from '../screens/searches/companies/detail.tsx';
import type { Enrichment } from '../screens/lists/list-files.ts';
import { ListsPage } from '../screens/lists/page.tsx';
import { buildCompanyRow } from '../screens/searches/companies/rows.ts';
import { companyExport } from '../screens/searches/companies/export-columns.ts';
import { readKnownName } from '../screens/searches/kit/lookups/known-names.ts';
import { OpenProfile } from '../screens/searches/kit/record/profile-link.tsx';
import { StatusSection } from '../screens/searches/kit/record/status-section.tsx';

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

/** A company that was found for a line, with its status and the link to its profile. */
const renderCompany = (id: string) => (
  <>
    <div className="grid gap-3.5 px-5 pt-4">
      <h2 className="text-16 leading-5.5 font-semibold break-words">{readKnownName('company', id)}</h2>
      <StatusSection key={id} kind="company" id={id}>
        <OpenProfile kind="company" id={id} />
      </StatusSection>
    </div>
    <div className="pt-4">
      <CompanyDetail id={id} row={undefined} />
    </div>
  </>
);

/** The user's lists, with the company details and export columns of the companies feature. */
export const ListsScreen = () => <ListsPage enrichment={enrichment} renderCompany={renderCompany} />;
