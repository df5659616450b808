import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShutdown } from '../../gateway/shutdown.ts';
import { faultScenarios } from './fault-scenarios.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const shutdown = createShutdown();
let proxy: FaultProxy;
let received = 0;
beforeAll(async () => {
  const service = createServer((incoming, outgoing) => {
    received += 1;
    incoming.resume().on('end', () => {
      const round = { id: 'a', company_id: 'c', investor_ids: ['i'], round_type: 'SEED', date: '2026-01-01' };
      const deals = [{ ...round, total_round_raised: 5, financings: [{}], valuation: {} }];
      outgoing.setHeader('content-type', 'application/json');
      outgoing.setHeader('x-credits-used', '1.0');
      outgoing.end(JSON.stringify({ success: true, data: { deals }, meta: { total_count: 1 } }));
    });
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  shutdown.add(async () => void service.close());
  proxy = await startFaultProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, shutdown);
});
afterAll(() => shutdown.run());

const send = (method: string) => fetch(`${proxy.url}/api/v1/deals`, { method, redirect: 'manual' });
const faults = faultScenarios.flatMap(({ name, fault }) => (fault ? [[name, fault] as const] : []));

test.each(faults)(
  '%s: changes only paid requests, which reach the service unless the fault is before it',
  async (_, fault) => {
    proxy.fault = fault;
    const before = received;
    const paid = await send('POST').then(
      async (response) =>
        `${response.status} ${response.headers.get('x-credits-used')} ${response.headers.get('x-credits-remaining')} ${await response.text()}`,
      () => 'cut',
    );
    expect(received - before).toBe(fault.before ? 0 : 1);
    const free = await (await send('GET')).json();
    expect(free).toMatchObject({ success: true, data: { deals: [{ id: 'a' }] } });
    expect(paid).not.toBe(`200 1.0 null ${JSON.stringify(free)}`);
  },
);
