// @vitest-environment jsdom
import { samplePerson } from '#contract/samples-people.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unlockedPeople } from '../../library/records/records.ts';
import { navigate } from '../../platform/url/address.ts';
import { createScreenCode, type ScreenCodes, setScreens } from '../../platform/url/screen-code.ts';
import { PersonProfilePage } from './person-profile.tsx';

test('a person without jobs and schools has one sentence about both, after the deals', () => {
  unlockedPeople.add([{ ...samplePerson, is_investor: true, employment_history: [], education_history: [] }]);
  setScreens({ '/people/$id': createScreenCode(async () => () => null) } as unknown as ScreenCodes);
  navigate({ to: '/people/$id', id: samplePerson.id });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PersonProfilePage renderMatches={() => null} />
    </QueryClientProvider>,
  );
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).not.toContain('Roles');
  expect(headings.indexOf('Roles and education')).toBeGreaterThan(headings.indexOf('Deals per quarter, by stage'));
  expect(screen.getByText('No jobs or schools on record.')).toBeDefined();
});
