import { useQuery } from '@tanstack/react-query';
import { readUrl } from '../../platform/url/codec.ts';
import { toRawSearch } from '../../platform/url/search-text.ts';
import { toAddress, toAddressText } from '../query/address.ts';
import { answered } from '../fetch/search-pages.ts';
import { toQuestion, type SearchUrl } from '../query/search-query.ts';
import type { AnyResource, Figures } from '../resource/resource.ts';
import { toSentence } from '../query/sentence.ts';

/** The search from which a profile was opened, and what its answer says of the record. */
export type Within = {
  /** The question in words. */
  readonly sentence: string;
  /** The address of the search, behind its path. */
  readonly text: string;
  /** Whether this device holds the answer. */
  readonly isAnswered: boolean;
  readonly figures: Figures | undefined;
};

/** Reads the search of an address (`within=`) and the figures that its answer has of a record; nothing is asked. */
export function useWithin(resource: AnyResource, within: string, id: string): Within {
  const { schema } = toAddress(resource);
  const question = toQuestion(readUrl(schema, toRawSearch(within)).value as SearchUrl);
  const { data } = useQuery(answered({ resource, question }));
  const address = toAddressText(resource, { ...question, asked: true });
  return {
    sentence: toSentence(resource, question),
    text: address,
    isAnswered: data !== undefined,
    figures: data?.figures?.[id],
  };
}
