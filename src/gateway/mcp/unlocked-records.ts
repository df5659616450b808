import { z } from 'zod';
import type { KnownRecord } from '#ask/name-words.ts';
import type { RecordKind } from '#contract/filters.ts';
import { isObject } from '#contract/json.ts';
import { recordName } from '#contract/names.ts';

/** A record that the session has received; a deal has no name. */
type UnlockedRecord = { readonly kind: RecordKind | 'deal'; readonly id: string; readonly name?: string };

/** The members of responses that contain records. */
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
const namesOf = z.object({ names: z.array(recordName) });

const maxKept = 20_000;

/** Sets an entry as the newest; if there are too many, the oldest is removed. */
function storeNewest<T>(entries: Map<string, T>, id: string, value: T): void {
  entries.delete(id);
  entries.set(id, value);
  const [oldest] = entries.keys();
  if (entries.size > maxKept && oldest !== undefined) entries.delete(oldest);
}

/** The newest 20,000 records that a session has received: some in full, of others the names. */
export class UnlockedRecords {
  readonly #whole = new Map<string, UnlockedRecord>();
  readonly #named = new Map<string, UnlockedRecord & KnownRecord>();
  readonly #investorRows = new Map<string, number>();

  /** Stores the records of a response; `isWhole` if it has all of their members, not only names. */
  add(data: object, isWhole: boolean): void {
    for (const { id, kind, name } of namesOf.safeParse(data).data?.names ?? [])
      storeNewest(this.#named, id, { kind, id, name });
    for (const [member, value] of Object.entries(data)) {
      const kind = kinds[member];
      if (kind === undefined) continue;
      for (const row of [value].flat().filter(isObject) as Row[]) {
        const { id, name, investor_ids: investors, angel_investor_ids: angels } = row;
        const named = typeof name === 'string' ? { kind, id, name } : undefined;
        if (named) storeNewest(this.#named, id, named);
        if (isWhole) storeNewest(this.#whole, id, named ?? { kind, id });
        if (Array.isArray(investors) && Array.isArray(angels))
          storeNewest(this.#investorRows, id, investors.length + angels.length);
      }
    }
  }

  /** How many investors and angels a deal has; undefined for a deal that was not received. */
  countInvestors(dealId: string): number | undefined {
    return this.#investorRows.get(dealId.toLowerCase());
  }

  /** The full records of a kind, or of all kinds, whose name contains a text. */
  list(kind?: UnlockedRecord['kind'], name = ''): readonly UnlockedRecord[] {
    return [...this.#whole.values()].filter((one) => isMatch(one, kind, name));
  }

  /** The records of a kind whose name is known and contains a text. */
  findNamed(kind: RecordKind, name: string): readonly KnownRecord[] {
    return [...this.#named.values()].filter((one) => isMatch(one, kind, name));
  }
}

function isMatch(one: UnlockedRecord, kind: UnlockedRecord['kind'] | undefined, name: string): boolean {
  if (kind !== undefined && one.kind !== kind) return false;
  return name === '' || (one.name ?? '').toLowerCase().includes(name.toLowerCase());
}
