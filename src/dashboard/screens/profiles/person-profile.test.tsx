// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { unlockedPeople } from '../../records/records.ts';
import { renderScreens } from '../../platform/url/test-router.tsx';
import { PersonProfilePage } from './person-profile.tsx';

test('a person without jobs and schools has one sentence about both, after the deals', async () => {
  unlockedPeople.add([{ ...sampleRecords.person, is_investor: true, employment_history: [], education_history: [] }]);
  const component = () => (
    <QueryClientProvider client={new QueryClient()}>
      <PersonProfilePage />
    </QueryClientProvider>
  );
  await renderScreens(`/people/${sampleRecords.person.id}`, [{ path: '/people/$id', component }]);
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).not.toContain('Roles');
  expect(headings.indexOf('Roles and education')).toBeGreaterThan(headings.indexOf('Deals per quarter, by stage'));
  expect(screen.getByText('No jobs or schools on record.')).toBeDefined();
});
