// @vitest-environment jsdom
import { describe } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { describeResource } from '../kit/testing-resource.ts';
import { companies } from './companies.ts';

describe('companies', () => {
  describeResource(companies, searchCompanies.body);
});
