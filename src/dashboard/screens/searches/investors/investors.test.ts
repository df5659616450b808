// @vitest-environment jsdom
import { describe } from 'vitest';
import { searchInvestors } from '#contract/investors.ts';
import { describeResource } from '../kit/testing-resource.ts';
import { investors } from './investors.ts';

describe('investors', () => {
  describeResource(investors, searchInvestors.body);
});
