// @vitest-environment jsdom
import { describe } from 'vitest';
import { searchPeople } from '#contract/people.ts';
import { describeResource } from '../kit/testing-resource.ts';
import { people } from './people.ts';

describe('people', () => {
  describeResource(people, searchPeople.body);
});
