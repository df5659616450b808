import type { Command } from 'commander';
import type { AssistantService } from '../server/assistant-service.ts';
import { parseCreditTenths } from './command.ts';

/** Adds `mcp`, which serves tools for assistants on standard input and output until the input ends. */
export function registerAssistant(program: Command, openService: (hosted?: string) => Promise<AssistantService>): void {
  program
    .command('mcp')
    .description('Serve the tools of the Model Context Protocol on standard input and output')
    .option('--max-credits <credits>', 'the most credits that the session may spend', parseCreditTenths, 1000)
    .option('--hosted <url>', 'the hosted service to ask, in place of FUNDSCOPE_UPSTREAM; FUNDSCOPE_KEY is its key')
    .action(async ({ maxCredits, hosted }: { maxCredits: number; hosted?: string }) => {
      const [{ serveStdio }, { createApiSender }, { ToolSession }] = await Promise.all([
        import('../mcp/assistant-server.ts'),
        import('../mcp/send-to-api.ts'),
        import('../mcp/session.ts'),
      ]);
      const { app, key, hasNames, publicUrl, close } = await openService(hosted);
      const session = new ToolSession(createApiSender(app, { key }), maxCredits, publicUrl);
      try {
        await serveStdio({ session, hasNames }, process.stdin, process.stdout);
      } finally {
        await close();
      }
    });
}
