import type { AlertFilters } from './alerts.ts';
import { dealFilters } from './deal-filters.ts';
import type { Filter } from './filters.ts';

/** The filter of POST /deals behind each member of an alert's filters; an alert cannot have other filters. */
export const alertFilterSources = {
  financing_types: dealFilters.round,
  locations: dealFilters.location,
  super_categories: dealFilters.industry,
  industries: dealFilters.industry,
  deal_size_min: dealFilters.size,
  deal_size_max: dealFilters.size,
  num_employees: dealFilters.employees,
  investors: dealFilters.investors,
  companies: dealFilters.companies,
} satisfies Record<keyof AlertFilters, Filter>;
