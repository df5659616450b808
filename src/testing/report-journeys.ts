import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { listSlowest } from './list-slowest.ts';

/** Ends the output of a run with the slowest journeys, or with the command that repeats what failed, after its names. */
export default class ReportJourneys implements Reporter {
  readonly #durations = new Map<string, number>();

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const [, , file = '', ...titles] = test.titlePath();
    this.#durations.set(`${file}: ${titles.join(' › ')}`, duration);
  }

  onEnd({ status }: FullResult): void {
    if (status === 'failed') console.log('Repeat: npm run e2e -- --last-failed');
    else console.log(listSlowest('Slowest journeys', this.#durations).join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}
