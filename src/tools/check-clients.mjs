// Generates clients from the OpenAPI description with three generators, and compiles them together with code that uses
// them as a developer would. npx fetches the generators on demand: they are larger than all other development tools.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const projectDir = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'fundscope-clients-'));

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'ESNext',
  moduleResolution: 'bundler',
  skipLibCheck: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noEmit: true,
};

// Each client omits members with a default, accepts null for an unknown value, and distinguishes errors by their code.
const uses = {
  'openapi-typescript': `
    import type { components, operations } from "./openapi-typescript.ts";
    const search: components['schemas']['DealSearch'] = { deal: { financing_types: [{ type: 'SEED' }] } };
    type Response = operations['searchDeals']['responses'][200]['content']['application/json'];
    type Failure = operations['searchDeals']['responses'][402]['content']['application/json'];
    export const read = (response: Response) => response.data.deals.map(({ round_type }) => round_type);
    export const sizes = (one: components['schemas']['Company']): components['schemas']['EmployeeRange'] | null => one.num_employees;
    export const code = (failure: Failure): 'INSUFFICIENT_CREDITS' => failure.error.code;
    export { search };`,
  'hey-api': `
    import type { Company, DealSearch, EmployeeRange, SearchDealsErrors } from "./hey-api/types.gen.ts";
    import { searchDeals } from "./hey-api/sdk.gen.ts";
    const body: DealSearch = { deal: { financing_types: [{ type: 'SEED' }] } };
    export const read = async () => (await searchDeals({ body })).data?.data.deals.map(({ round_type }) => round_type);
    export const sizes = (one: Company): EmployeeRange | null => one.num_employees;
    export const code = (failure: SearchDealsErrors[402]): 'INSUFFICIENT_CREDITS' => failure.error.code;`,
  orval: `
    import { type Company, type DealSearch, type EmployeeRange, type InsufficientCreditsError, searchDeals } from "./orval.ts";
    const body: DealSearch = { deal: { financing_types: [{ type: 'SEED' }] } };
    export const read = async () => {
      const response = await searchDeals(body);
      return response.status === 200 ? response.data.data.deals.map(({ round_type }) => round_type) : [];
    };
    export const sizes = (one: Company): EmployeeRange | null => one.num_employees;
    export const code = (failure: InsufficientCreditsError) => failure.error.code;`,
};

/** @param {string[]} packages @param {string[]} command */
function runNpx(packages, ...command) {
  const wanted = [...packages, 'typescript@5.9.3'].flatMap((name) => ['-p', name]);
  // orval requires Node 22 but also runs on 20.
  const env = { ...process.env, npm_config_engine_strict: 'false' };
  execFileSync('npx', ['--yes', ...wanted, ...command], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @param {string} file @param {RegExp} pattern */
function countMatches(file, pattern) {
  return readFileSync(join(folder, file), 'utf8').match(pattern)?.length ?? 0;
}

try {
  const cli = join(projectDir, 'dist/server/cli.js');
  writeFileSync(join(folder, 'openapi.json'), execFileSync(process.execPath, [cli, 'openapi']));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  runNpx(['openapi-typescript@7.13.0'], 'openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts');
  runNpx(['@hey-api/openapi-ts@0.95.0'], 'openapi-ts', '-i', './openapi.json', '-o', './hey-api');
  runNpx(['orval@8.38.0'], 'orval', '--input', './openapi.json', '--output', './orval.ts', '--client', 'fetch');

  for (const [name, text] of Object.entries(uses)) writeFileSync(join(folder, `use-${name}.ts`), text);
  const tsconfig = { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true }, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(projectDir, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });

  // A member without a type would be `unknown`.
  const untyped = countMatches('hey-api/types.gen.ts', /: (unknown|any)\b|Array<unknown>/g);
  if (untyped > 0) throw new Error(`${untyped} members have no type`);
  console.log(`Three clients compile, ${countMatches('hey-api/types.gen.ts', /^export type /gm)} named types.`);
} catch (error) {
  process.exitCode = 1;
  // The tools have printed what is wrong.
  if (!(error instanceof Error && 'status' in error)) throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
