import type { Command } from 'commander';

/** Adds `openapi`. It needs no database. */
export function registerOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('Print the OpenAPI 3.0.3 description of the API')
    .option('--json', 'print JSON (always on)')
    .action(async () => {
      const { buildOpenApiDocument } = await import('../../service/http/openapi.ts');
      console.log(JSON.stringify(buildOpenApiDocument(), null, 2));
    });
}
