import type { NameSearches } from '#ask/name-words.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import type { ToolSession } from './session.ts';

/** The free searches by name, and the names that a session has received. Throws a ToolError when a search fails. */
export function buildNameSearches(session: ToolSession): NameSearches {
  const find = async (endpoint: Endpoint, name: string) => {
    const { content } = await session.spend({ endpoint, query: { name } }, 0, undefined);
    return (content as { data: unknown }).data;
  };
  return {
    findKnown: (kind, name) => session.unlocked.findNamed(kind, name),
    findLocations: async (name) => searchLocations.data.parse(await find(searchLocations, name)).locations,
    findIndustries: async (name) => searchIndustries.data.parse(await find(searchIndustries, name)).industries,
  };
}
