import type { GatewayProcess } from '../gateway-process.ts';
import type { Cluster } from './start-cluster.ts';
import { waitUntil } from './daemon.ts';

/** One action on the cluster, and when, in milliseconds since the load began. */
export interface ClusterEvent {
  readonly name: string;
  readonly atMs: number;
  /** When everything was back to normal. */
  readonly healedMs: number;
}

/** A step that damages the cluster and repairs it. */
export interface ClusterStep {
  readonly name: string;
  run(): Promise<void>;
}

const healTimeoutMs = 180_000;

/** The kills, in turn: the primary's PostgreSQL, a gateway, the primary's machine, the pooler. */
export function createKills(
  cluster: Cluster,
  gateways: readonly GatewayProcess[],
  onFault: (text: string) => void,
): readonly ClusterStep[] {
  let turn = 0;
  return [
    { name: 'primary PostgreSQL killed', run: () => crashPrimary(cluster) },
    { name: 'gateway killed', run: () => killGateway(gateways[(turn += 1) % gateways.length], onFault) },
    { name: 'primary machine killed', run: () => killPrimaryMachine(cluster) },
    {
      name: 'pooler killed',
      async run() {
        await cluster.pooler.kill();
        cluster.pooler.start();
      },
    },
  ];
}

async function killGateway(gateway: GatewayProcess | undefined, onFault: (text: string) => void): Promise<void> {
  const exit = gateway?.kill();
  if (exit !== undefined) onFault(`a gateway had exited by itself: ${exit}`);
  // It cannot start while there is no primary.
  await waitUntil('the gateway', healTimeoutMs, async () => {
    await gateway?.restart();
    return true;
  });
}

async function crashPrimary(cluster: Cluster): Promise<void> {
  const primary = await waitForPrimary(cluster);
  await cluster.servers[primary]?.crash();
  await waitForStandbys(cluster);
}

async function killPrimaryMachine(cluster: Cluster): Promise<void> {
  const primary = await waitForPrimary(cluster);
  await cluster.servers[primary]?.kill();
  await waitUntil('a new primary', healTimeoutMs, async () => {
    const found = await cluster.findPrimary();
    return found !== undefined && found !== primary;
  });
  cluster.servers[primary]?.start();
  await waitForStandbys(cluster);
}

/** Replaces the gateways one after the other, as in an upgrade. */
export const createUpgrade = (name: string, count: number, replace: (at: number) => Promise<void>): ClusterStep => ({
  name,
  async run() {
    for (let at = 0; at < count; at += 1) await replace(at);
  },
});

async function waitForPrimary(cluster: Cluster): Promise<number> {
  let primary: number | undefined;
  await waitUntil('a primary', healTimeoutMs, async () => {
    primary = await cluster.findPrimary();
    return primary !== undefined;
  });
  return primary ?? 0;
}

/** Waits until two servers stream from the primary, one of them synchronously. */
export const waitForStandbys = (cluster: Cluster): Promise<void> =>
  waitUntil('two standbys', healTimeoutMs, async () => {
    const { streaming, synchronous } = await cluster.countStandbys();
    return streaming === 2 && synchronous >= 1;
  });
