import { useState } from 'react';
import { unlockedRoundInvestors } from '../../records/records.ts';
import type { DealHistoryState } from '../searches/kit/record/deal-history-section.tsx';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { TopList } from '../searches/kit/record/facts.tsx';
import { MarkedName } from './marked-name.tsx';
import { buildCoInvestorMatrix } from './co-investor-clusters.ts';
import { CoInvestorMatrix } from './co-investor-matrix.tsx';
import { type CoInvestor, rankCoInvestors } from './investor-activity.ts';
import { type NamedPerson, People } from './people-list.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';

const firstCoInvestors = 5;
/** A matrix of two says no more than their lines. */
const [fewestInMatrix, mostInMatrix] = [3, 7];

type NetworkCardProps = {
  readonly id: string;
  readonly history: DealHistoryState;
  /** Shows the deals that the investor shares with the one of this name. */
  readonly onShared: (name: string) => void;
};

/** Who invests with an investor, and its people; both by name where they are unlocked. */
export function NetworkCard({ id, history, onShared }: NetworkCardProps) {
  const [view, setView] = useState<'list' | 'matrix'>('list');
  const [isWhole, setIsWhole] = useState(false);
  const all = rankCoInvestors(history.deals, id);
  const shown = isWhole ? all : all.slice(0, firstCoInvestors);
  const isMatrix = view === 'matrix';
  return (
    <ProfileBlock title="Invests with" basis={all.length > 0 && formatCount(all.length, 'investor')}>
      {all.length >= fewestInMatrix && (
        <div className="justify-self-start">
          <Segments
            label="Co-investors as"
            value={view}
            choices={[
              ['list', 'List'],
              ['matrix', 'Matrix'],
            ]}
            onChange={setView}
          />
        </div>
      )}
      {all.length === 0 ? (
        <p className="text-ink-3">
          {history.deals.length === 0
            ? 'Unlock the profile to see its co-investors.'
            : 'These deals name no other investor.'}
        </p>
      ) : isMatrix ? (
        <>
          <CoInvestorMatrix {...buildCoInvestorMatrix(history.deals, id, mostInMatrix)} />
          <p className="text-11.5 text-ink-3">
            Outlined: rounds with this investor. Others: rounds of this investor that both joined. Those that often
            invest together stand together.
          </p>
        </>
      ) : (
        <div className={isWhole ? 'max-h-70 scroll-y' : ''}>
          <TopList rows={shown.map((one) => toRow(one, onShared))} />
        </div>
      )}
      {!isMatrix && all.length > firstCoInvestors && (
        <Button
          variant="ghost"
          className="-my-1.5 -ml-2.5 justify-self-start print:hidden"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${formatGrouped(all.length)}`}
        </Button>
      )}
      <h3 className="border-t border-line pt-3 text-13 font-semibold">People</h3>
      <People owner={{ kind: 'investor', id }} partners={listPartners(history, id)} />
    </ProfileBlock>
  );
}

function toRow({ id, deals }: CoInvestor, onShared: NetworkCardProps['onShared']) {
  const name = readKnownName('investor', id);
  const label = `Show ${formatCount(deals, 'shared deal')} with ${name}`;
  return {
    key: id,
    name: <MarkedName kind="investor" id={id} />,
    count: deals,
    figure:
      name === undefined ? undefined : (
        <button
          type="button"
          title={label}
          aria-label={label}
          className="min-h-6 rounded-[5px] decoration-line underline-offset-2 hover:underline hover:decoration-current"
          onClick={() => onShared(name)}
        >
          {formatGrouped(deals)}
        </button>
      ),
  };
}

/** The partners of an investor that its unlocked rounds name, most rounds first. */
export function listPartners({ deals }: Pick<DealHistoryState, 'deals'>, investorId: string): NamedPerson[] {
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
