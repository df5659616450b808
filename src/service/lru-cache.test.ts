import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('removes the value that was used least recently', () => {
  const cache = new LruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

test('a value that is set again counts once and replaces the previous one', () => {
  const cache = new LruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('b', 3);
  expect(['a', 'b'].map((key) => cache.get(key))).toEqual([1, 3]);
});
