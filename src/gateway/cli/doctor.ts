import type { Command } from 'commander';
import type { CheckFinding } from '../doctor/check-finding.ts';
import type { Shutdown } from '../shutdown.ts';

/** Adds `doctor`, which exits with 1 when it finds a problem. */
export function registerDoctor(program: Command, shutdown: Shutdown): void {
  program
    .command('doctor')
    .description('Check folder, disk, database, clock, key, hosted service and port, and say what to do')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nIt changes nothing and spends no credits. It exits with 1 when it finds a problem.')
    .action(async ({ json }: { json?: true }) => {
      const { examineInstallation } = await import('../doctor/doctor.ts');
      const checks: CheckFinding[] = [];
      for await (const finding of examineInstallation(process.env, shutdown)) {
        checks.push(finding);
        if (!json) console.log(formatFinding(finding));
      }
      const ok = checks.every((finding) => finding.ok);
      if (json) console.log(JSON.stringify({ ok, checks }));
      if (!ok) process.exitCode = 1;
      await shutdown.run();
    });
}

function formatFinding({ name, ok, message, remedy }: CheckFinding): string {
  const lines = [...message.split('\n'), ...(remedy ? [remedy] : [])];
  return lines
    .map((line, at) => `${at === 0 ? (ok ? 'ok' : 'problem').padEnd(9) + name.padEnd(10) : ' '.repeat(19)}${line}`)
    .join('\n');
}
