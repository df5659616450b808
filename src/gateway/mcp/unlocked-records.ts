import type { RecordKind } from '#contract/filters.ts';

/** A record that the session has received, with its name where its kind has one. */
export type UnlockedRecord = { readonly kind: RecordKind | 'deal'; readonly id: string; readonly name: string | null };

/** The members of responses that hold records. */
const kinds: Readonly<Record<string, UnlockedRecord['kind']>> = {
  deal: 'deal',
  deals: 'deal',
  company: 'company',
  companies: 'company',
  investor: 'investor',
  investors: 'investor',
  person: 'person',
  people: 'person',
  angel_investors: 'person',
};

type Row = { id: string; name?: unknown; investor_ids?: unknown; angel_investor_ids?: unknown };

/** The records that a session has received. */
export class UnlockedRecords {
  readonly #records = new Map<string, UnlockedRecord>();
  readonly #investorRows = new Map<string, number>();

  /** Keeps the records of a response. */
  add(data: object): void {
    for (const [member, value] of Object.entries(data)) {
      const kind = kinds[member];
      if (kind === undefined) continue;
      for (const row of [value].flat() as Row[]) {
        this.#records.set(row.id, { kind, id: row.id, name: typeof row.name === 'string' ? row.name : null });
        if (Array.isArray(row.investor_ids) && Array.isArray(row.angel_investor_ids))
          this.#investorRows.set(row.id, row.investor_ids.length + row.angel_investor_ids.length);
      }
    }
  }

  /** How many investors and angels a deal has; undefined for a deal that was not received. */
  countInvestors(dealId: string): number | undefined {
    return this.#investorRows.get(dealId.toLowerCase());
  }

  /** The records of a kind, or of all, whose name contains a text. */
  list(kind?: UnlockedRecord['kind'], name = ''): readonly UnlockedRecord[] {
    const wanted = name.toLowerCase();
    return [...this.#records.values()].filter(
      (one) => (kind === undefined || one.kind === kind) && (wanted === '' || one.name?.toLowerCase().includes(wanted)),
    );
  }
}
