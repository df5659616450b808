import { finished } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type AssistantOptions, createAssistantServer } from './assistant-server.ts';

/** Serves one session on two streams until the input ends. */
export async function serveStdio(options: AssistantOptions, input: Readable, output: Writable): Promise<void> {
  const server = createAssistantServer(options);
  Object.assign(server.server, { onerror: ({ message }: Error) => console.error(message) });
  await server.connect(new StdioServerTransport(input, output));
  await finished(input, { writable: false }).catch(() => undefined);
  await server.close();
}
