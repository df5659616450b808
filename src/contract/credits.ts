/** What a call costs, in tenths of a credit: so much for every row returned, or so much a call (specification 8). */
export type Cost =
  | { readonly per: 'row'; readonly tenths: number }
  | { readonly per: 'call'; readonly tenths: number }
  | { readonly per: 'nothing'; readonly tenths: 0 };

/** One credit for every row returned. */
export const perRow = { per: 'row', tenths: 10 } as const satisfies Cost;
/** One credit a call, whatever it returns. */
export const perCall = { per: 'call', tenths: 10 } as const satisfies Cost;
/** A tenth of a credit a search, whatever it returns. */
export const perSearch = { per: 'call', tenths: 1 } as const satisfies Cost;
/** Free. */
export const free = { per: 'nothing', tenths: 0 } as const satisfies Cost;

/** The price of an answer with so many rows, in tenths of a credit. */
export const toTenths = (cost: Cost, rows: number): number => (cost.per === 'row' ? cost.tenths * rows : cost.tenths);

/** Tenths as credits with one decimal, as the headers carry them: 15 is "1.5". */
export const toCreditText = (tenths: number): string => (tenths / 10).toFixed(1);

/** Credits of `X-Credits-Used` and its like as tenths; undefined when the text is no such figure. */
export function toTenthsOf(creditText: string | null): number | undefined {
  return creditText !== null && /^\d+(\.\d)?$/.test(creditText) ? Math.round(Number(creditText) * 10) : undefined;
}
