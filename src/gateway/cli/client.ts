import type { Command } from 'commander';

/** Adds `client python`. It needs no database. */
export function registerClient(program: Command): void {
  program
    .command('client')
    .description('Print a client of the API')
    .command('python')
    .description('Print the client as one Python file, such as fundscope.py, that needs only the standard library')
    .action(async () => {
      const { buildPythonClient } = await import('../reference/python-client.ts');
      process.stdout.write(buildPythonClient());
    });
}
