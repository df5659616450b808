import { loadDemo } from '../service/import/demo/load-demo.ts';
import { startService, type TestService } from './service.ts';

/** A service with a small demo load, the same at every run. */
export const startDemoService = (): Promise<TestService> =>
  startService({ seed: (sql) => loadDemo(sql, { companies: 200, deals: 400, seed: 7, today: '2026-11-21' }) });
