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

test('a record names its source with the licence where there is one source', () => {
  expect(renderSources('Crunchbase').container.textContent).toBe('Crunchbase (MIT)');
  cleanup();
  expect(renderSources('Crunchbase', 'Y Combinator').container.textContent).toBe('');
  cleanup();
  expect(renderSources().container.textContent).toBe('');
});
