// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Config } from '#contract/config.ts';
import { changeConnection } from '../platform/http/connection.ts';
import { renderSource } from './provenance.tsx';

const source = (title: string) => ({ title, licence: 'MIT', address: null, imported_at: '2026-11-03T00:00:00Z' });
const renderSources = (...titles: string[]) => {
  changeConnection(new QueryClient(), { sources: titles.map(source) } as unknown as Config);
  return render(<div>{renderSource()}</div>);
};

test('a record names its source with the licence, or the sources that it can be from; without any, nothing', () => {
  expect(renderSources('Crunchbase').container.textContent).toBe('Crunchbase (MIT)');
  cleanup();
  const { container, getAllByRole } = renderSources('Crunchbase', 'Y Combinator');
  expect(container.textContent).toMatch(/^One or more of/);
  expect(getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Crunchbase', 'Y Combinator']);
  cleanup();
  expect(renderSources().container.textContent).toBe('');
});
