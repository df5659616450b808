import type { Command } from 'commander';
import { measureTasks, type TaskCost } from './tasks.ts';
import { type Interaction, measureInteractions, measureVisits, type Visit } from './vitals.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult } from '../../gateway/cli/command.ts';
import { openDemoWorkspace, openHostedGateway } from '../demo-workspace.ts';

/** The guaranteed limits at 4 times CPU throttling. */
const goals = { lcp_ms: 1000, inp_ms: 100, cls: 0.02 };

/** Adds `bench vitals` and `bench tasks`, which use the built page in a browser. */
export function registerPageBenches(bench: Command, shutdown: Shutdown): void {
  bench
    .command('vitals')
    .description('Measure LCP, CLS and INP of the built page at a CPU 4 times slower (needs Playwright)')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const { url, browser } = await openDemoWorkspace(shutdown);
      const visits = await measureVisits(browser, url);
      const interactions = await measureInteractions(browser, url);
      printResult({ goals, visits, interactions }, formatTable(visits, interactions), { json });
      await shutdown.run();
    });
  bench
    .command('tasks')
    .description(
      'Do three tasks as a new user, on our own and a hosted service, and count clicks, keys, credits and seconds (needs Playwright)',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const { url, dataFolder, browser } = await openDemoWorkspace(shutdown);
      const own = await measureTasks(browser, url);
      const hosted = await measureTasks(browser, await openHostedGateway(url, dataFolder, shutdown));
      const lines = ['Own service', ...own.map(formatTask), 'Hosted service', ...hosted.map(formatTask)];
      printResult({ own, hosted }, lines, { json });
      await shutdown.run();
    });
}

const formatTask = ({ task, clicks, keys, credits, seconds }: TaskCost): string =>
  `${task}: ${clicks} clicks, ${keys} keys, ${credits} credits, ${seconds} s`;

function formatTable(visits: readonly Visit[], interactions: readonly Interaction[]): string[] {
  const markOver = (figure: number, goal: number) => (figure > goal ? ' over' : '');
  return [
    `${'screen'.padEnd(34)}${'LCP, ms'.padStart(9)}${'CLS'.padStart(9)}`,
    ...visits.map(
      ({ screen, lcp_ms: lcp, cls }) =>
        `${screen.padEnd(34)}${String(lcp).padStart(9)}${cls.toFixed(4).padStart(9)}` +
        `${markOver(lcp, goals.lcp_ms)}${markOver(cls, goals.cls)}`,
    ),
    `${'interaction'.padEnd(34)}${'INP, ms'.padStart(9)}`,
    ...interactions.map(
      ({ name, inp_ms: inp }) => `${name.padEnd(34)}${String(inp).padStart(9)}${markOver(inp, goals.inp_ms)}`,
    ),
    `Goals: LCP at most ${goals.lcp_ms} ms, INP at most ${goals.inp_ms} ms, CLS at most ${goals.cls}.`,
  ];
}
