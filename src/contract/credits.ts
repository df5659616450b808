/** The price of a request in tenths of a credit, per returned row or per request (specification 8). */
export type Cost =
  | { readonly per: 'row'; readonly tenths: number }
  | { readonly per: 'call'; readonly tenths: number }
  | { readonly per: 'nothing'; readonly tenths: 0 };

/** One credit per returned row. */
export const perRow = { per: 'row', tenths: 10 } as const satisfies Cost;
/** One credit per request. */
export const perCall = { per: 'call', tenths: 10 } as const satisfies Cost;
/** A tenth of a credit per request. */
export const perSearch = { per: 'call', tenths: 1 } as const satisfies Cost;
/** Free. */
export const free = { per: 'nothing', tenths: 0 } as const satisfies Cost;

/** The price of a response with `rows` rows, in tenths of a credit. */
export const calculatePrice = (cost: Cost, rows: number): number =>
  cost.per === 'row' ? cost.tenths * rows : cost.tenths;

/** Tenths as credits with one decimal, as in the headers: 15 is "1.5". */
export const formatTenths = (tenths: number): string => (tenths / 10).toFixed(1);

/** The inverse of `formatTenths`; undefined for any other text, and for more credits than anybody has. */
export function parseTenths(creditText: string | null): number | undefined {
  return creditText !== null && /^\d{1,12}(\.\d)?$/.test(creditText) ? Math.round(Number(creditText) * 10) : undefined;
}
