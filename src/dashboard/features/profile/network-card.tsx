import { unlockedRoundInvestors } from '../../library/records/records.ts';
import type { DealHistoryState } from '../../search/record/deal-history-section.tsx';
import { RecordName } from '../../search/record/profile-link.tsx';
import { rankCoInvestors } from './investor-activity.ts';
import { type NamedPerson, People } from './people-list.tsx';
import { ProfileBlock, RankedList } from './profile-block.tsx';

const maxCoInvestors = 5;

/** Who invests with an investor, and its people; both by name where they are unlocked. */
export function NetworkCard({ id, history }: { readonly id: string; readonly history: DealHistoryState }) {
  const coInvestors = rankCoInvestors(history.deals, id).slice(0, maxCoInvestors);
  return (
    <ProfileBlock title="Invests with">
      {coInvestors.length === 0 ? (
        <p className="text-ink-3">
          {history.deals.length === 0
            ? 'Unlock the profile to see its co-investors.'
            : 'These deals name no other investor.'}
        </p>
      ) : (
        <RankedList
          lines={coInvestors.map((one) => ({
            key: one.id,
            name: <RecordName kind="investor" id={one.id} className="" />,
            count: one.deals,
          }))}
        />
      )}
      <h3 className="border-t border-line pt-3 text-13 font-semibold">People</h3>
      <People owner={{ kind: 'investor', id }} partners={listPartners(history, id)} />
    </ProfileBlock>
  );
}

/** The partners of an investor that its unlocked rounds name, most rounds first. */
function listPartners({ deals }: DealHistoryState, investorId: string): NamedPerson[] {
  const rounds = new Map<string, { readonly person: NamedPerson; readonly count: number }>();
  for (const deal of deals) {
    const own = unlockedRoundInvestors.read(deal.id)?.firms.find(({ id }) => id === investorId);
    for (const { id, name } of own?.personnel ?? []) {
      if (id !== null)
        rounds.set(id, { person: { id, name, title: 'Partner' }, count: (rounds.get(id)?.count ?? 0) + 1 });
    }
  }
  return [...rounds.values()].toSorted((one, other) => other.count - one.count).map(({ person }) => person);
}
