// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Config } from '#contract/config.ts';
import { changeConnection } from '../../platform/http/connection.ts';
import { renderSource } from './provenance.tsx';

const source = (title: string) => ({ title, licence: 'MIT', address: null, imported_at: '2026-11-03T00:00:00Z' });
const readSource = (...titles: string[]) => {
  changeConnection(new QueryClient(), { sources: titles.map(source) } as unknown as Config);
  return render(<p>{renderSource()}</p>).container.textContent;
};

test('a record names its source with the licence, or the sources that it can be from; without any, nothing', () => {
  expect(readSource('Crunchbase')).toBe('Crunchbase (MIT)');
  expect(readSource('Crunchbase', 'Y Combinator')).toBe('Crunchbase or Y Combinator');
  expect(readSource('Crunchbase', 'SEC Form D', 'Y Combinator')).toBe('Crunchbase, SEC Form D or Y Combinator');
  expect(readSource()).toBe('');
});
