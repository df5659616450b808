import { SearchPage } from '../search/search-page.tsx';
import { DealDetail } from './detail.tsx';
import { NamesBar, useNames } from './names-bar.tsx';
import { deals } from './resource.tsx';
import { toUnnamedCompanies } from './rows.ts';

/** The deals screen. */
export function DealsPage() {
  const names = useNames();
  return (
    <SearchPage
      resource={deals}
      parts={{
        tools: (ids) => <NamesBar ids={ids} names={names} />,
        toolFailure: names.companies.error ?? names.investors.error,
        remark: (ids) =>
          toUnnamedCompanies(ids).length > 0 && 'Companies show the start of their id until their names are bought.',
        detail: (id) => <DealDetail id={id} />,
      }}
    />
  );
}
