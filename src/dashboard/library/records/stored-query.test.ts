import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { recordOnceStored } from '../../purchase/record-bill.ts';
import { storedResults } from './records.ts';
import { buyStored, storedQuery } from './stored-query.ts';

test('a response is shown once it is stored and its charge is recorded', async () => {
  const client = new QueryClient();
  const options = storedQuery(['deals', 'all'], z.array(z.string()));
  let record: () => void = () => undefined;
  const recorded = new Promise<void>((resolve) => (record = resolve));
  const bought = buyStored(client, options, async () => {
    recordOnceStored(undefined, () => recorded);
    return ['a', 'b'];
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(storedResults.read('["deals","all"]')?.data).toEqual(['a', 'b']);
  expect(client.getQueryState(options.queryKey)?.status).toBe('pending');
  record();
  expect(await bought).toEqual(['a', 'b']);
  expect(client.getQueryData(options.queryKey)).toEqual(['a', 'b']);
});
