// Checks the OpenAPI description with the recommended rules of Redocly and Spectral; a warning is a failure. npx
// fetches both tools on demand, because together they are larger than all other development tools.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const projectDir = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'fundscope-openapi-'));
const document = join(folder, 'openapi.json');

/** @param {string} tool @param {string[]} args */
function run(tool, ...args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  execFileSync('npx', ['--yes', tool, ...args], { cwd: folder, stdio: 'inherit', env });
}

try {
  const cli = join(projectDir, 'dist/server/cli.js');
  writeFileSync(document, execFileSync(process.execPath, [cli, 'openapi']));
  writeFileSync(join(folder, 'redocly.yaml'), 'extends:\n  - recommended-strict\n');
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  run('@redocly/cli@2.77.0', 'lint', document, '--max-problems', '100');
  run('@stoplight/spectral-cli@6.16.3', 'lint', document, '--fail-severity', 'hint');
} catch (error) {
  process.exitCode = 1;
  // The tools have printed what is wrong.
  if (!(error instanceof Error && 'status' in error)) throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
