import type { Command } from 'commander';

/** Adds `openapi`, which needs no database. */
export function registerOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('Print the description of the API, OpenAPI 3.0.3, as /openapi.json serves it')
    .option('--json', 'print JSON, as without this option')
    .action(async () => {
      const { toDescription } = await import('../../service/http/openapi.ts');
      console.log(JSON.stringify(toDescription(), null, 2));
    });
}
