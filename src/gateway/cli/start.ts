import type { Command } from 'commander';
import { readEnvironment } from '../environment.ts';
import { failOnUnexpectedExit, type Shutdown } from '../shutdown.ts';

/** Adds `start`, which runs until it is stopped. */
export function registerStart(program: Command, shutdown: Shutdown): void {
  program
    .command('start', { isDefault: true })
    .description('Serve the dashboard and the API until stopped')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', '\nHOST and PORT set the address (127.0.0.1, 4310).')
    .action(async ({ json }: { json?: true }) => {
      failOnUnexpectedExit(shutdown);
      // The server is most of the program; loading it here keeps every other command fast.
      const { startGateway } = await import('../server/start.ts');
      const url = await startGateway(readEnvironment(process.env), shutdown, (text) => console.error(text));
      console.log(json ? JSON.stringify({ url }) : `Fundscope is ready at ${url} (Ctrl-C stops it)`);
    });
}
