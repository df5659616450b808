// @vitest-environment jsdom
import { describe } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { describeResource } from '../../search/testing-resource.ts';
import { companies } from './resource.tsx';

// The description stands in its section; the service takes it at the top too, but not in both places.
describe('companies', () => {
  describeResource(companies, searchCompanies.body, ['search_query']);
});
