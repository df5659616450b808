import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEveryResponse } from '../../testing/openapi-check.ts';
import { createInject, type TestService, startService } from '../../testing/service.ts';
import { buildService } from '../app.ts';
import { createRecordIndex } from '../index/record-index.ts';
import { buildIndex } from '../relevance/index-builder.ts';
import type { World } from './testing-facts.ts';
import { readWorld } from './testing-world.ts';

/** The day of all requests. */
export const today = '2026-11-21';
/** Total number of draws over every test of this folder; FUNDSCOPE_FUZZ_RUNS changes it. */
const wantedRuns = Number(process.env['FUNDSCOPE_FUZZ_RUNS'] ?? 2000);
const seed = Number(process.env['FUNDSCOPE_FUZZ_SEED'] ?? 1);

/** A test's share of all draws; fast-check prints the seed and the path of a failure. */
export const share = (part: number) => ({ numRuns: Math.max(5, Math.round(wantedRuns * part)), seed });
/** Enough for a hundred times as many draws as usual. */
export const fuzzTimeoutMs = 3_600_000;

/** What the fuzzers use: a service with an index in memory, and the same without one. */
export type FuzzedServices = { service: TestService; sendPlain: TestService['inject']; world: World };

/** A service with demo data and credits for every draw. */
export async function startFuzz(): Promise<FuzzedServices> {
  // Slow enough for the rate limit, and fast enough to end on the same day.
  let nowMs = Date.parse(`${today}T00:00:00Z`);
  const clock = () => new Date((nowMs += 310));
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-fuzz-'));
  const index = createRecordIndex(folder);
  const service = await startService({
    demo: true,
    seed: buildIndex,
    clock,
    index,
  });
  const { key } = await service.createKey();
  await service.sql`UPDATE accounts SET purchased_tenths = 1000000000000`;
  const world = await readWorld(service);
  // Written to a file and read again, as after a restart.
  await createRecordIndex(folder).update(service.sql);
  await index.update(service.sql);
  const plain = checkEveryResponse(
    await buildService({ db: service.sql, checkResponses: true, clock: () => new Date(nowMs) }),
  );
  await plain.ready();
  const close = async () => {
    await plain.close();
    await service.close();
    await rm(folder, { recursive: true });
  };
  return { service: { ...service, close }, sendPlain: createInject(plain, key), world };
}
