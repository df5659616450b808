import type { Command } from 'commander';
import type { Closing } from '../shutdown.ts';
import { readEnvironment } from '../environment.ts';

/** Adds `start`, which serves dashboard and API until it is told to stop. */
export function registerStart(program: Command, closing: Closing): void {
  program
    .command('start')
    .description('Serve the dashboard and the API until stopped')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', '\nHOST and PORT say where to listen (127.0.0.1, 4310).')
    .action(async ({ json }: { json?: true }) => {
      // The server is most of the program: no other command waits for it.
      const { startGateway } = await import('../server/start.ts');
      const url = await startGateway(readEnvironment(process.env), closing, (text) => console.error(text));
      console.log(json ? JSON.stringify({ url }) : `Fundscope is ready at ${url} (Ctrl-C stops it)`);
    });
}
