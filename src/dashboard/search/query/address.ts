import { readUrl, writeUrl, type UrlSchema } from '../../platform/url/codec.ts';
import { toSearchText } from '../../platform/url/search-text.ts';
import { toQuestion, toUrlSchema, type Question, type SearchUrl } from './search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

type Address = { readonly schema: UrlSchema; readonly blank: Question };
const addresses = new Map<string, Address>();

/** The schema of a screen's address, made once, and the question of a bare one. */
export function toAddress({ name, filters, sorts }: AnyResource): Address {
  const known = addresses.get(name);
  if (known) return known;
  const schema = toUrlSchema(
    filters,
    sorts.map(({ value }) => value),
  );
  const address = { schema, blank: toQuestion(readUrl(schema, {}).value as SearchUrl) };
  addresses.set(name, address);
  return address;
}

/** The search part of the address that asks a question. */
export const toAddressText = (resource: AnyResource, question: Question): string =>
  toSearchText(writeUrl(toAddress(resource).schema, question));
