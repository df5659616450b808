import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReviewState } from '#contract/workspace/reviews.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { uuidOf } from '../../testing/records.ts';
import { startService } from '../../testing/service.ts';
import { createAccount } from '../accounts/accounts.ts';
import { writeReviewPlace, completeReview, readReviewState, reopenLastReview } from './reviews.ts';

const dayMs = 86_400_000;
let nowMs = Date.UTC(2026, 10, 20, 12);
const service = openForTests(() => startService({ clock: () => new Date(nowMs) }));
let key: string;
beforeEach(async () => {
  ({ key } = await service.createKey());
});

async function send(method: 'GET' | 'POST' | 'PUT', path = '', body?: object): Promise<ReviewState> {
  const response = await service.inject(method, `/workspace/reviews${path}`, { body, key });
  expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
  return response.json<{ data: { reviews: ReviewState } }>().data.reviews;
}
const finish = (deals: number[], alerts: number[] = []) =>
  send('POST', '/finish', { deal_ids: deals.map(deal), alert_ids: alerts.map(alert) });
const deal = (number: number) => uuidOf('deal', number);
const alert = (number: number) => uuidOf('person', number);
const nothing: ReviewState = { finished_at: null, place: null, shown_ids: [], alert_ids: [] };

describe('reviews of alerts', () => {
  it('are dated by the server, and remember what they included', async () => {
    expect(await send('GET')).toEqual(nothing);
    expect(await send('PUT', '', { place: deal(1) })).toEqual({ ...nothing, place: deal(1) });
    const finished = await finish([1, 2, 2], [1]);
    expect(finished).toEqual({
      finished_at: new Date(nowMs).toISOString(),
      place: null,
      shown_ids: [deal(1), deal(2)],
      alert_ids: [alert(1)],
    });
    expect(await send('GET')).toEqual(finished);
    const { key: other } = await service.createKey();
    expect((await service.inject('GET', '/workspace/reviews', { key: other })).json()).toMatchObject({
      data: { reviews: nothing },
    });
  });

  it('reopen to the state before the last one, once', async () => {
    const first = await finish([1, 2], [1]);
    nowMs += 1000;
    const before = await send('PUT', '', { place: deal(3) });
    nowMs += 1000;
    const second = await finish([2, 3], [1, 2]);
    expect(second.shown_ids.toSorted()).toEqual([deal(1), deal(2), deal(3)]);
    const reopened = await send('POST', '/reopen', {});
    expect({ ...reopened, shown_ids: reopened.shown_ids.toSorted() }).toEqual({ ...first, place: before.place });
    expect(await send('POST', '/reopen', {})).toEqual(reopened);
  });

  it('forget after 400 days what no review included again, and all but the newest 20,000 deals', async () => {
    await finish([1, 2], [1]);
    nowMs += 399 * dayMs;
    await finish([2], []);
    nowMs += dayMs;
    expect(await finish([3])).toMatchObject({ shown_ids: [deal(3), deal(2)], alert_ids: [] });
    nowMs += 1000;
    const many = Array.from({ length: 20_000 }, (_, at) => at + 10);
    const { shown_ids: shown } = await finish(many);
    expect(new Set(shown)).toEqual(new Set(many.map(deal)));
  });

  it.each([
    ['20,001 deals', { deal_ids: Array.from({ length: 20_001 }, (_, at) => deal(at)), alert_ids: [] }],
    ['an id of nothing', { deal_ids: ['a'], alert_ids: [] }],
    ['a time of the sender', { deal_ids: [], alert_ids: [], finished_at: '+275760-09-13T00:00:00Z' }],
  ])('reject %s', async (_name, body) => {
    expect((await service.inject('POST', '/workspace/reviews/finish', { body, key })).statusCode).toBe(422);
    expect(await send('GET')).toEqual(nothing);
  });
});

const ids = fc.array(fc.nat(4), { maxLength: 3 });
const step = fc.oneof(
  fc.record({ what: fc.constant('finish' as const), deals: ids, alerts: ids }),
  fc.record({ what: fc.constant('place' as const), place: fc.option(fc.nat(4)) }),
  fc.record({ what: fc.constant('reopen' as const) }),
);

describe('members who review', () => {
  it('leave what a plain model has, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { account_id: accountId } = await createAccount(service.sql, { name: 'shared', plan: 'PRO' });
        let state = nothing;
        let before: ReviewState | undefined;
        for (const one of steps) {
          const now = new Date((nowMs += 1000));
          if (one.what === 'finish') {
            const [dealIds, alertIds] = [one.deals.map(deal), one.alerts.map(alert)];
            await completeReview(service.sql, { accountId, now }, { deal_ids: dealIds, alert_ids: alertIds });
            before = state;
            state = {
              finished_at: now.toISOString(),
              place: null,
              shown_ids: [...new Set([...state.shown_ids, ...dealIds])],
              alert_ids: [...new Set([...state.alert_ids, ...alertIds])],
            };
          } else if (one.what === 'place') {
            const place = one.place === null ? null : deal(one.place);
            await writeReviewPlace(service.sql, accountId, place);
            state = { ...state, place };
          } else {
            await reopenLastReview(service.sql, accountId);
            [state, before] = [before ?? state, undefined];
          }
        }
        const sort = (one: ReviewState) => ({
          ...one,
          shown_ids: one.shown_ids.toSorted(),
          alert_ids: one.alert_ids.toSorted(),
        });
        expect(sort(await readReviewState(service.sql, accountId))).toEqual(sort(state));
      }),
      { numRuns: 40 },
    );
  });
});
