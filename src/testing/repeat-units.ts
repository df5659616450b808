import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output of a failed run with the names of what failed and the command that repeats it. */
export class RepeatUnits implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.filter((module) => !module.ok());
    if (failed.length === 0) return;
    for (const { relativeModuleId, children } of failed) {
      const names = [...children.allTests('failed')].map(({ fullName }) => fullName);
      for (const name of names.length > 0 ? names : ['did not load'])
        console.log(`Failed: ${relativeModuleId}: ${name}`);
    }
    const files = failed.map(({ relativeModuleId }) => relativeModuleId);
    console.log(`Repeat: npm run unit -- ${files.join(' ')}`);
  }
}
