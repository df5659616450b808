/** The search parameters of an address, every key with all its values in order. */
export type RawSearch = Record<string, readonly string[]>;

/** Parses the search part of an address; every value stays text. */
export function parseRawSearch(text: string): RawSearch {
  // A map, because a key in an address may be named `valueOf`.
  const raw = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) raw.set(key, [...(raw.get(key) ?? []), value]);
  return Object.fromEntries(raw);
}

/** Writes search parameters as the query string of an address, with its question mark; "" for none. */
export function formatSearchParams(raw: RawSearch): string {
  const pairs = Object.entries(raw).flatMap(([key, values]) => values.map((value) => [key, value]));
  // A tilde is allowed in an address and separates the parts of our values; it stays readable.
  const text = new URLSearchParams(pairs).toString().replaceAll('%7E', '~');
  return text === '' ? '' : `?${text}`;
}
