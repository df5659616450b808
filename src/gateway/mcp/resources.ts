import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { financingTypes } from '#contract/enums.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { listSavedSearches } from '#contract/workspace/saved-searches.ts';
import { buildNameSearches } from './name-searches.ts';
import { buildSearchLink } from './screen-links.ts';
import type { ToolSession } from './session.ts';

/** Adds filter values as resources: all round types, and places and industries by name. All are free. */
export function registerResources(server: McpServer, session: ToolSession): void {
  const { findLocations, findIndustries } = buildNameSearches(session);
  server.registerResource(
    'round-types',
    'fundscope://round-types',
    {
      title: 'Round types',
      description: 'Every value of type in financing_types, with its name; pre and extension are members next to it.',
      mimeType,
    },
    ({ href }) =>
      writeJson(
        href,
        financingTypes.map((type) => ({ type, name: formatRoundName({ type, pre: false, extension: false }) })),
      ),
  );
  server.registerResource(
    'saved-searches',
    'fundscope://saved-searches',
    {
      title: 'Saved searches',
      description: 'The searches that the account has saved: their names, and the tool and arguments that run them.',
      mimeType,
    },
    async ({ href }) => writeJson(href, await readSavedSearches(session)),
  );
  registerNames(server, { name: 'places', title: 'Places by name', filter: 'locations', find: findLocations });
  registerNames(server, {
    name: 'industries',
    title: 'Industries by name',
    filter: 'industries and super_categories',
    find: findIndustries,
  });
}

const mimeType = 'application/json';

/** A session on standard input in front of a hosted service has no workspace, and so no saved searches. */
async function readSavedSearches({ send, publicUrl }: ToolSession): Promise<object[]> {
  const { status, content } = await send({ endpoint: listSavedSearches });
  if (status !== 200) return [];
  const { data } = content as { data: unknown };
  return listSavedSearches.data.parse(data).saved_searches.map(({ name, screen, search, via, body }) => ({
    name,
    link: buildSearchLink(publicUrl, { screen, search }),
    tool: screen === 'market' ? screen : `search_${via ?? screen}`,
    arguments: body,
  }));
}

type NamedResource = {
  readonly name: string;
  readonly title: string;
  readonly filter: string;
  readonly find: (
    name: string,
  ) => Promise<readonly { readonly name: string | null; readonly permalink: string | null }[]>;
};

function registerNames(server: McpServer, { name, title, filter, find }: NamedResource): void {
  const complete = async (text: string) =>
    text.trim() === '' ? [] : [...new Set((await find(text)).flatMap((one) => one.name ?? []))];
  server.registerResource(
    name,
    new ResourceTemplate(`fundscope://${name}/{name}`, { list: undefined, complete: { name: complete } }),
    { title, description: `Matches of a name, best first. The filters ${filter} take their permalinks.`, mimeType },
    async ({ href }, { name: text }) => writeJson(href, await find(decodeURIComponent(String(text)))),
  );
}

const writeJson = (uri: string, value: unknown) => ({ contents: [{ uri, mimeType, text: JSON.stringify(value) }] });
