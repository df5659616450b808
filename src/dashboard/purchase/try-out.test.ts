// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { calculateReplyTenths } from './try-out.ts';

const relayed = (outcome: string) => ({ success: false, error: { code: 'TIMEOUT', details: { outcome, help: '' } } });

test.each([
  ['our own service says it to the tenth', 200, { meta: { credits_used: 0 } }, 1, 1],
  ['a hosted service counts whole credits', 200, { meta: { credits_used: 25 } }, undefined, 250],
  ['a hosted service counts a tenth as nothing', 200, { meta: { credits_used: 0 } }, undefined, 1],
  ['a hosted service says nothing', 200, { meta: { total_count: 3 } }, undefined, 251],
  ['a refusal is never charged', 402, { error: { code: 'INSUFFICIENT_CREDITS' } }, undefined, 0],
  ['a failure of the service is never charged', 500, { error: { code: 'X', details: 'text' } }, undefined, 0],
  ['a page of a balancer leaves it open', 502, undefined, undefined, undefined],
  ['the gateway sent it and heard nothing', 504, relayed('unknown'), undefined, undefined],
  ['the gateway could not send it', 503, relayed('not_charged'), undefined, 0],
])('of a request written by hand, %s', (_, status, json, usedTenths, billed) => {
  const headers = usedTenths === undefined ? {} : { usedTenths };
  expect(calculateReplyTenths({ status, json }, headers, 251)).toBe(billed);
});
