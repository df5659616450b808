import { alertFilterSources } from '#contract/alert-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { Filter } from '#contract/filters.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { type RawSearch, readUrl } from '../../platform/url/url.ts';
import { findAddress, isFilterSet, pickQuery, type SearchUrl, toDraft } from '../../search/query/search-query.ts';
import { readFilterValues } from '../../search/query/filter-kinds.ts';
import { type AlertDraft, emptyAlertDraft } from './alert-draft.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '../../platform/ui/notice.tsx';
import { AlertEditor } from './alert-editor.tsx';

const { financing_types: round, locations, industries, deal_size_min: size } = alertFilterSources;
const { num_employees: employees, investors, companies } = alertFilterSources;
const supported: ReadonlySet<string> = new Set(Object.values<Filter>(alertFilterSources).map(({ name }) => name));

/** A deals search as the form of an alert, with the labels of the filters that an alert does not support. */
export function buildAlertFromSearch(raw: RawSearch): { draft: AlertDraft; unsupported: string[] } {
  const query = pickQuery(readUrl(findAddress(dealCatalogue).schema, raw).value as SearchUrl);
  const [rounds] = readFilterValues<'rounds'>(round, query);
  const [location] = readFilterValues<'locations'>(locations, query);
  const [industry] = readFilterValues<'industries'>(industries, query);
  const [ranges] = readFilterValues<'multiSelect'>(employees, query);
  const [investor] = readFilterValues<'records'>(investors, query);
  const [company] = readFilterValues<'records'>(companies, query);
  const fields = toDraft([size], query);
  const draft: AlertDraft = {
    ...emptyAlertDraft,
    rounds: rounds.map(formatRoundName),
    location: [...location],
    industry: [...industry],
    employees: [...ranges] as AlertDraft['employees'],
    investor: [...investor],
    company: [...company],
    min: String(fields[size.keys[0]]),
    max: String(fields[size.keys[1]]),
  };
  const unsupported = dealCatalogue.filters.filter(
    (filter) => !supported.has(filter.name) && isFilterSet(filter, query),
  );
  return {
    draft: { ...draft, name: nameAlert(draft) },
    unsupported: unsupported.map(({ label }) => label.replace(/, USD$/, '')),
  };
}

/** "Seed, Series A in Fintech, Germany". */
function nameAlert({ rounds, industry, location }: AlertDraft): string {
  const parts = [rounds.join(', '), [...industry, ...location].map(({ name }) => name).join(', ')];
  return parts.filter((part) => part !== '').join(' in ');
}

type SearchEditorProps = { readonly raw: RawSearch; readonly onClose: () => void };

/** The form of a new alert, filled in from a search. */
export function SearchEditor({ raw, onClose }: SearchEditorProps) {
  const [{ draft, unsupported }] = useState(() => buildAlertFromSearch(raw));
  const [saved, setSaved] = useState(false);
  if (saved) {
    return (
      <div className="grid gap-3 p-4">
        <p>Alert saved. Matching deals appear in Alerts.</p>
        <Link to="/alerts" className="text-accent-ink underline" onClick={onClose}>
          Open Alerts
        </Link>
      </div>
    );
  }
  return (
    <AlertEditor draft={draft} onSaved={() => setSaved(true)}>
      {unsupported.length > 0 && (
        <Notice look="warn" title="The alert will match more deals than this search">
          Alerts do not support these filters: {unsupported.join(', ')}.
        </Notice>
      )}
    </AlertEditor>
  );
}
