import type { Reporter, TestModule } from 'vitest/node';
import { listSlowest } from './list-slowest.ts';

/** Ends the output of a run with its slowest files, or with the names of what failed and the command that repeats it. */
export class ReportUnits implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.filter((module) => !module.ok());
    if (failed.length === 0) {
      const durations = modules.map((module) => [module.relativeModuleId, measureFile(module)] as const);
      console.log(listSlowest('Slowest test files', new Map(durations)).join('\n'));
      return;
    }
    for (const { relativeModuleId, children } of failed) {
      const names = [...children.allTests('failed')].map(({ fullName }) => fullName);
      for (const name of names.length > 0 ? names : ['did not load'])
        console.log(`Failed: ${relativeModuleId}: ${name}`);
    }
    const files = failed.map(({ relativeModuleId }) => relativeModuleId);
    console.log(`Repeat: npm run unit -- ${files.join(' ')}`);
  }
}

/** What a file takes of a worker, in milliseconds: its document, its imports and its tests. */
function measureFile(module: TestModule): number {
  const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return environmentSetupDuration + setupDuration + collectDuration + duration;
}
