// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { send } from './send.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the gateway says when the hosted service brought no answer (gateway/server/relay-error.ts). */
function relayWith(status: number, outcome: string): void {
  const error = { code: 'TIMEOUT', message: 'The hosted service did not answer.', details: { outcome, help: '' } };
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ success: false, error }), { status })),
  );
}

test.each([
  [504, 'unknown', 'timeout', true],
  [503, 'unknown', 'unreachable', true],
  [504, 'not_charged', 'slow', false],
  [503, 'not_charged', 'unavailable', false],
])('a gateway’s %i with the outcome %s is a failure of the kind %s', async (status, outcome, kind, mayHaveCharged) => {
  relayWith(status, outcome);
  await expect(send(searchDeals, { body: {} }, { priority: 'purchase' })).rejects.toMatchObject({
    kind,
    mayHaveCharged,
  });
});

test.each([
  [502, 'unreachable'],
  [503, 'unreachable'],
  [504, 'timeout'],
  [520, 'unreachable'],
])(
  'a %i that no service wrote, such as a balancer’s page of HTML, leaves the outcome unknown',
  async (status, kind) => {
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async () => new Response('<html><h1>Bad gateway</h1></html>', { status })),
    );
    const sent = send(searchDeals, { body: {} }, { priority: 'purchase' });
    await expect(sent).rejects.toMatchObject({ kind, mayHaveCharged: true });
  },
);
