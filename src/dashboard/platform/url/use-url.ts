import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { z } from 'zod';
import { type RawSearch, readUrl, type UnreadParameters, type UrlSchema, writeUrl } from './codec.ts';

/** The state of a screen, held by the address; `write` makes a step that Back undoes, or replaces the present one. */
export type UrlState<S extends UrlSchema> = {
  readonly value: z.output<S>;
  readonly unread: readonly UnreadParameters[];
  readonly write: (next: z.output<S>, how?: 'step' | 'replace') => void;
};

/**
 * Reads and writes the search parameters of the present screen by its schema. `saved`, the saved search that is open
 * there (saved/save-search.tsx), stays whatever is written.
 */
export function useUrl<S extends UrlSchema>(schema: S): UrlState<S> {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  // The same address must give the same value: forms and answers hang on its identity.
  const { value, unread } = useMemo(() => readUrl(schema, raw), [schema, raw]);
  return {
    value,
    unread,
    write: (next, how = 'step') => {
      const { saved } = raw;
      const search = { ...writeUrl(schema, next), ...(saved ? { saved } : {}) };
      void navigate({ to: '.', search, replace: how === 'replace' });
    },
  };
}

/** Parses the search part of an address; every value stays text. */
export function parseRawSearch(text: string): RawSearch {
  // A map, because a key of an address may be called `valueOf`.
  const raw = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) raw.set(key, [...(raw.get(key) ?? []), value]);
  return Object.fromEntries(raw);
}

/** Writes search parameters as the text that stands behind the path, with its question mark; "" for none. */
export function formatSearchParams(raw: RawSearch): string {
  const pairs = Object.entries(raw).flatMap(([key, values]) => values.map((value) => [key, value]));
  // A tilde is legal in an address and separates the parts of our values: it stays readable.
  const text = new URLSearchParams(pairs).toString().replaceAll('%7E', '~');
  return text === '' ? '' : `?${text}`;
}
