import type { Command } from 'commander';
import { openDatabaseServer } from '../database/open-server.ts';
import { readEnvironment } from '../environment.ts';
import { failOnUnexpectedExit, type Shutdown } from '../shutdown.ts';

/** Adds `start`, which runs until it is stopped; it listens once `dashboard`, a build still running, resolves. */
export function registerStart(program: Command, shutdown: Shutdown, dashboard?: Promise<void>): void {
  program
    // If a command is given, a misspelt one must not be read as an argument of start.
    .command('start', { isDefault: !/^[^-]/.test(process.argv[2] ?? '') })
    .description('Serve the dashboard and the API until stopped')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', '\nHOST and PORT set the address (127.0.0.1, 4310).')
    .action(async ({ json }: { json?: true }) => {
      failOnUnexpectedExit(shutdown);
      const env = readEnvironment(process.env);
      const onProgress = (text: string) => console.error(text);
      const [database, { startGateway }] = await Promise.all([
        openDatabaseServer(env, shutdown, onProgress),
        // The server is most of the program: loading it here keeps every other command fast, and PostgreSQL starts
        // while it loads.
        import('../server/start.ts'),
      ]);
      const url = await startGateway({ env, database, dashboard, onProgress }, shutdown);
      console.log(json ? JSON.stringify({ url }) : `Fundscope is ready at ${url} (Ctrl-C stops it)`);
    });
}
