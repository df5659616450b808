import type { Command } from 'commander';
import { StartError } from '../../service/db/start-error.ts';
import { readEnvironment } from '../environment.ts';
import { buildContainerfile } from '../install/containerfile.ts';
import { buildGrafanaDashboard } from '../install/grafana-dashboard.ts';
import { buildSystemdUnit } from '../install/systemd-unit.ts';
import { cliFile, version } from '../project.ts';
import { printResult } from './command.ts';

type InstallOptions = { container?: true; systemd?: true; grafana?: true; user?: true; json?: true };

/** Adds `install`, which prints files and installs nothing itself. */
export function registerInstall(program: Command): void {
  program
    .command('install')
    .description('Print a Containerfile, a systemd unit or a Grafana dashboard')
    .option('--container', 'a Containerfile for Podman, Buildah or Docker')
    .option('--systemd', 'a unit for systemd')
    .option('--grafana', 'a dashboard for /metrics, to import into Grafana')
    .option('--user', 'with --systemd: a unit of your user, without root')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nHOST, PORT and, with --user, FUNDSCOPE_DATA are written into it.')
    .action(({ container, systemd, grafana, user, json }: InstallOptions) => {
      if ([container, systemd, grafana].filter(Boolean).length !== 1 || (user && !systemd)) {
        throw new StartError('Say what to print.', 'Give --container, --grafana, or --systemd with or without --user.');
      }
      if (grafana) return console.log(JSON.stringify(buildGrafanaDashboard(), null, json ? 0 : 2));
      const { host, port, dataDir } = readEnvironment(process.env);
      const text = container
        ? buildContainerfile({ version, nodeMajor: Number.parseInt(process.versions.node, 10), port })
        : buildSystemdUnit({ node: process.execPath, cli: cliFile, host, port, userDataDir: user && dataDir });
      printResult({ text }, text.trimEnd(), { json });
    });
}
