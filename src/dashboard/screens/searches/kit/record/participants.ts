import { type DealRecord, type RoundInvestorsRecord, unlockedRoundInvestors } from '../../../../records/records.ts';
import { readKnownName } from '../lookups/known-names.ts';

type Firm = RoundInvestorsRecord['firms'][number];

/** An investor or an angel of a round, as far as it is unlocked. */
export type Participant = {
  readonly kind: 'investor' | 'person';
  readonly id: string | null;
  readonly name: string | undefined;
  readonly isLead: boolean;
  /** Who invested for it. */
  readonly partners: NonNullable<Firm['personnel']>;
  /** Its pages on other services; undefined while the investors of the round are locked. */
  readonly pages: Firm | RoundInvestorsRecord['angels'][number] | undefined;
};

/** Who took part in a round: with leads first and partners where they are unlocked, else those that the deal names. */
export function listParticipants(deal: DealRecord): Participant[] {
  const round = unlockedRoundInvestors.read(deal.id);
  if (!round) {
    const name = (kind: Participant['kind'], ids: readonly string[] | null) =>
      (ids ?? []).map((id) => ({
        kind,
        id,
        name: readKnownName(kind, id),
        isLead: false,
        partners: [],
        pages: undefined,
      }));
    return [...name('investor', deal.investor_ids), ...name('person', deal.angel_investor_ids)];
  }
  const firms = round.firms.map((firm) => ({
    kind: 'investor' as const,
    id: firm.id,
    name: firm.name ?? undefined,
    isLead: firm.lead_investor === true,
    partners: firm.personnel ?? [],
    pages: firm,
  }));
  return [
    ...firms.toSorted((one, other) => Number(other.isLead) - Number(one.isLead)),
    ...round.angels.map((angel) => ({
      kind: 'person' as const,
      id: angel.id,
      name: angel.name ?? undefined,
      isLead: false,
      partners: [],
      pages: angel,
    })),
  ];
}
