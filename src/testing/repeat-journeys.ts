import type { FullResult, Reporter } from '@playwright/test/reporter';

/** Ends the output of a failed run, after the names of what failed, with the command that repeats it. */
export default class RepeatJourneys implements Reporter {
  onEnd({ status }: FullResult): void {
    if (status === 'failed') console.log('Repeat: npm run e2e -- --last-failed');
  }

  printsToStdio(): boolean {
    return false;
  }
}
