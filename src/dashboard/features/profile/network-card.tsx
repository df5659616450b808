import { type ReactNode, useState } from 'react';
import { unlockedRoundInvestors } from '../../library/records/records.ts';
import type { DealHistoryState } from '../../search/record/deal-history-section.tsx';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { MarkedName } from './marked-name.tsx';
import { type CoInvestor, rankCoInvestors } from './investor-activity.ts';
import { type NamedPerson, People } from './people-list.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { readKnownName } from '../../search/lookups/known-names.ts';

const firstCoInvestors = 5;

type NetworkCardProps = {
  readonly id: string;
  readonly history: DealHistoryState;
  /** Shows the deals that the investor shares with the one of this name. */
  readonly onShared: (name: string) => void;
};

/** Who invests with an investor, and its people; both by name where they are unlocked. */
export function NetworkCard({ id, history, onShared }: NetworkCardProps) {
  const [isWhole, setIsWhole] = useState(false);
  const all = rankCoInvestors(history.deals, id);
  const shown = isWhole ? all : all.slice(0, firstCoInvestors);
  return (
    <ProfileBlock title="Invests with" basis={all.length > 0 && formatCount(all.length, 'investor')}>
      {all.length === 0 ? (
        <p className="text-ink-3">
          {history.deals.length === 0
            ? 'Unlock the profile to see its co-investors.'
            : 'These deals name no other investor.'}
        </p>
      ) : (
        <div className={isWhole ? 'max-h-70 scroll-y' : ''}>
          <RankedList lines={shown.map((one) => toLine(one, onShared))} />
        </div>
      )}
      {all.length > firstCoInvestors && (
        <Button variant="ghost" className="-my-1.5 -ml-2.5 justify-self-start" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatGrouped(all.length)}`}
        </Button>
      )}
      <h3 className="border-t border-line pt-3 text-13 font-semibold">People</h3>
      <People owner={{ kind: 'investor', id }} partners={listPartners(history, id)} />
    </ProfileBlock>
  );
}

function toLine({ id, deals }: CoInvestor, onShared: NetworkCardProps['onShared']) {
  const name = readKnownName('investor', id);
  return {
    key: id,
    name: <MarkedName kind="investor" id={id} />,
    count: deals,
    open:
      name === undefined
        ? undefined
        : {
            label: `Show ${formatCount(deals, 'shared deal')} with ${name}`,
            onPress: () => onShared(name),
          },
  };
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

/** One line of a ranking. */
type RankedLine = {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  /** Opens what is counted, and what that is for screen readers and as a tooltip. */
  readonly open: { readonly label: string; readonly onPress: () => void } | undefined;
};

/** Names with a bar and a count each, in the given order. */
function RankedList({ lines }: { readonly lines: readonly RankedLine[] }) {
  const max = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <ul className="grid">
      {lines.map(({ key, name, count, open }) => (
        <li
          key={key}
          className="grid min-h-6.25 grid-cols-[minmax(0,3fr)_minmax(1.75rem,1fr)_1.75rem] items-center gap-3"
        >
          <span className="flex min-w-0">{name}</span>
          <span aria-hidden>
            <i className="block h-2 rounded-xs bg-stage-4" style={{ width: `${(100 * count) / max}%` }} />
          </span>
          {open ? (
            <button
              type="button"
              title={open.label}
              aria-label={open.label}
              className="min-h-6 rounded-[5px] text-right tabular-nums decoration-line underline-offset-2 hover:underline hover:decoration-current"
              onClick={open.onPress}
            >
              {count.toLocaleString('en-US')}
            </button>
          ) : (
            <span className="text-right tabular-nums">{count.toLocaleString('en-US')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
