import { finished } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { version } from '../project.ts';
import { type AssistantTool, createEndpointTools } from './endpoint-tools.ts';
import { createOwnTools } from './own-tools.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { ToolError, type ToolSession } from './session.ts';

const instructions =
  'Venture funding data: deals, companies, investors and people. Calls cost credits, and the session has a budget that no call exceeds. Use free tools first: ask turns a sentence into a search, find_locations and find_industries give the permalinks that filters take, price says what a call can cost. Ask for few rows (page_size) and do not pay for a record twice: list_unlocked names those that you have.';

/** The service that an assistant uses; `hasNames` if it returns names for free. */
type AssistantOptions = { readonly session: ToolSession; readonly hasNames: boolean };

/** A server of the Model Context Protocol for one session, not connected yet. */
export function createAssistantServer({ session, hasNames }: AssistantOptions): McpServer {
  const server = new McpServer({ name: 'fundscope', title: 'Fundscope', version }, { instructions });
  registerTools(server, session, listTools(hasNames));
  registerResources(server, session);
  registerPrompts(server);
  return server;
}

/** Serves one session on two streams until the input ends. */
export async function serveStdio(options: AssistantOptions, input: Readable, output: Writable): Promise<void> {
  const server = createAssistantServer(options);
  Object.assign(server.server, { onerror: ({ message }: Error) => console.error(message) });
  await server.connect(new StdioServerTransport(input, output));
  await finished(input, { writable: false }).catch(() => undefined);
  await server.close();
}

const prepared = new Map<boolean, readonly AssistantTool[]>();

/** The tools, created once because their schemas take a while. */
function listTools(hasNames: boolean): readonly AssistantTool[] {
  const known = prepared.get(hasNames);
  if (known) return known;
  const endpointTools = createEndpointTools(hasNames);
  const tools = [...createOwnTools(endpointTools), ...endpointTools];
  prepared.set(hasNames, tools);
  return tools;
}

const creditLimit = z
  .number('max_credits must be a number from 0')
  .min(0, 'max_credits must be a number from 0')
  .optional();
const limitSchema = { type: 'number', minimum: 0, description: 'The most credits that this call may cost.' };

// With its own handlers instead of registerTool, because responses are described more loosely than they are checked.
function registerTools({ server }: McpServer, session: ToolSession, tools: readonly AssistantTool[]): void {
  const listed = tools.map(({ name, title, description, input, output, isFree }) => ({
    name,
    title,
    description,
    inputSchema: { ...input, properties: { ...input.properties, max_credits: limitSchema } },
    outputSchema: output,
    // A call that spends credits changes the account, and repeating it spends again.
    annotations: { title, readOnlyHint: isFree, destructiveHint: false, idempotentHint: isFree, openWorldHint: false },
  }));
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
    return callTool(tool, given, session);
  });
}

async function callTool(
  tool: AssistantTool,
  { max_credits: maxCredits, ...given }: Record<string, unknown>,
  session: ToolSession,
): Promise<CallToolResult> {
  try {
    const limit = creditLimit.safeParse(maxCredits);
    if (!limit.success) throw new ToolError(z.prettifyError(limit.error));
    const result = await tool.run(given, session, limit.data === undefined ? undefined : Math.floor(limit.data * 10));
    return { structuredContent: { ...result }, content: [{ type: 'text', text: JSON.stringify(result) }] };
  } catch (error) {
    if (error instanceof ToolError) return { isError: true, content: [{ type: 'text', text: error.message }] };
    throw error;
  }
}
