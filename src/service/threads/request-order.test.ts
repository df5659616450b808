import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRequestOrder } from './request-order.ts';

type Drawn = { at: number; isHeavy: boolean };

test('a light request waits for at most one heavy one in five, a heavy one for at most four light ones', () => {
  // True adds a heavy request, false a light one, null serves one.
  const drawn = fc.array(fc.constantFrom(true, false, null), { maxLength: 60 });
  fc.assert(
    fc.property(drawn, (steps) => {
      const order = createRequestOrder<Drawn>();
      const added = steps.filter((step) => step !== null).map((isHeavy, at) => ({ at, isHeavy }));
      const served: { request: Drawn; addedBefore: number }[] = [];
      let next = 0;
      const serve = () => {
        const request = order.take();
        if (request) served.push({ request, addedBefore: next });
        return request;
      };
      for (const step of steps) {
        if (step === null) serve();
        else order.add(added[next++] as Drawn, step);
      }
      while (serve());

      // Each once, and each kind in order of arrival.
      const ofKind = (kind: boolean, list: Drawn[]) => list.filter(({ isHeavy }) => isHeavy === kind);
      const inOrder = served.map(({ request }) => request);
      for (const kind of [true, false]) expect(ofKind(kind, inOrder)).toEqual(ofKind(kind, added));

      for (const request of added) {
        const since = served.findIndex(({ addedBefore }) => addedBefore > request.at);
        const before = inOrder.slice(since, inOrder.indexOf(request));
        const light = ofKind(false, before).length;
        const heavy = ofKind(true, before).length;
        if (request.isHeavy) expect(light).toBeLessThanOrEqual(4 * (heavy + 1));
        else expect(heavy).toBeLessThanOrEqual(Math.floor(light / 4) + 1);
      }
    }),
  );
});
