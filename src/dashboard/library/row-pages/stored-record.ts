/** A record of the service: everything has an id. */
export type Identified = { readonly id: string };

/** A record with the moment at which it arrived, in milliseconds: of two with one id, the newer one counts. */
export type StoredRecord<R extends Identified> = { readonly at: number; readonly row: R };
