// Journeys, and beside them checks and unit tests: each waits for timers, processes and the database, and one after the
// other leaves a quarter of two cores idle.
import { spawn } from 'node:child_process';

const results = await Promise.all([runChecksAndUnits(), runScript('e2e')]);
process.exitCode = results.every(Boolean) ? 0 : 1;

async function runChecksAndUnits() {
  const isChecked = await runScript('check', { print: 'at end' });
  // Two workers leave the journeys enough of a small machine.
  const isTested = await runScript('unit', { print: 'at end', args: ['--', '--maxWorkers=2'] });
  return isChecked && isTested;
}

/**
 * Runs a script of package.json; true when it succeeded.
 * @param {string} name
 * @param {{ print?: 'at once' | 'at end', args?: string[] }} [options]
 * @returns {Promise<boolean>}
 */
function runScript(name, { print = 'at once', args = [] } = {}) {
  const output = print === 'at once' ? 'inherit' : 'pipe';
  const child = spawn('npm', ['run', '-s', name, ...args], { stdio: ['ignore', output, output] });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      process.stdout.write(Buffer.concat(printed));
      if (code !== 0) console.error(`npm run ${name} failed.`);
      resolve(code === 0);
    });
  });
}
