import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { PaidEndpoint } from '#contract/quote.ts';
import type { PurchaseInput, PurchaseRow } from './list-purchases.ts';
import { type Press, purchase, type Purchasing } from './purchase.ts';
import { storeSearchResponse } from './searches.ts';

const isPaid = (endpoint: Endpoint): endpoint is PaidEndpoint => endpoint.cost.per !== 'nothing';

/**
 * Sends an unconfirmed request again under its Idempotency-Key, and stores what it brings where the first one would
 * have; the first one still counts as unconfirmed. Returns the id of the purchase.
 */
export async function retry(purchasing: Purchasing, press: Press, row: PurchaseRow): Promise<string> {
  const endpoint = endpoints.find((one: Endpoint) => one.id === row.endpoint);
  if (!endpoint || !isPaid(endpoint)) throw new Error(`${row.endpoint} is no paid endpoint`);
  const input = JSON.parse(row.input) as PurchaseInput;
  // The highest price of the first one says how many rows it could have.
  const rows = endpoint.cost.per === 'row' ? row.quoted_tenths / endpoint.cost.tenths : 1;
  const call = { endpoint, ...input, rows };
  let id = row.id;
  await purchase(
    purchasing,
    press,
    call,
    (tx, response) => storeSearchResponse(tx, purchasing, press, { call, response }),
    {
      key: row.idempotency_key,
      onReserved: (reserved) => {
        id = reserved;
      },
    },
  );
  return id;
}
