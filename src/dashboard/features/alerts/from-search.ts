import { alertFilterSources } from '#contract/alert-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { Filter } from '#contract/filters.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { readUrl, type RawSearch } from '../../platform/url/codec.ts';
import { toDraft } from '../../search/query/draft.ts';
import { readFilterValues } from '../../search/query/filter-kinds.ts';
import { findAddress, isFilterSet, pickQuery, type SearchUrl } from '../../search/query/search-query.ts';
import { emptyAlertDraft, type AlertDraft } from './alert-draft.ts';

const { financing_types: round, locations, industries, deal_size_min: size } = alertFilterSources;
const { num_employees: employees, investors, companies } = alertFilterSources;
const supported: ReadonlySet<string> = new Set(Object.values<Filter>(alertFilterSources).map(({ name }) => name));

/** A deals search as the form of an alert, with the labels of the filters that an alert does not support. */
export function buildAlertFromSearch(raw: RawSearch): { draft: AlertDraft; left: string[] } {
  const query = pickQuery(readUrl(findAddress(dealCatalogue).schema, raw).value as SearchUrl);
  const [rounds] = readFilterValues<'rounds'>(round, query);
  const [location] = readFilterValues<'locations'>(locations, query);
  const [industry] = readFilterValues<'industries'>(industries, query);
  const [ranges] = readFilterValues<'multiSelect'>(employees, query);
  const [firm] = readFilterValues<'records'>(investors, query);
  const [company] = readFilterValues<'records'>(companies, query);
  const fields = toDraft([size], query);
  const draft: AlertDraft = {
    ...emptyAlertDraft,
    rounds: rounds.map(formatRoundName),
    location: [...location],
    industry: [...industry],
    employees: [...ranges] as AlertDraft['employees'],
    firm: [...firm],
    company: [...company],
    min: String(fields[size.keys[0]]),
    max: String(fields[size.keys[1]]),
  };
  const unsupported = dealCatalogue.filters.filter(
    (filter) => !supported.has(filter.name) && isFilterSet(filter, query),
  );
  return {
    draft: { ...draft, name: nameAlert(draft) },
    left: unsupported.map(({ label }) => label.replace(/, USD$/, '')),
  };
}

/** "Seed, Series A in Fintech, Germany". */
function nameAlert({ rounds, industry, location }: AlertDraft): string {
  const parts = [rounds.join(', '), [...industry, ...location].map(({ name }) => name).join(', ')];
  return parts.filter((part) => part !== '').join(' in ');
}
