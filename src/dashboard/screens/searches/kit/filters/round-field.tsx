import type { Ref } from 'react';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { type ChipDisplay, ChipPicker } from '../../../../platform/form/chip-picker.tsx';
import { findStage, groupRounds, type RoundGroup, stageGroups, typeGroups } from '../../../../platform/rounds.ts';
import { useRoundCounts } from '../lookups/facet-counts.ts';
import { Pill, Pills } from './pills.tsx';
import { roundGroups } from './round-groups.ts';

const toKey = ({ rounds }: RoundGroup): string => rounds.map(formatRoundKey).join(' ');
const stageKeys = new Set(stageGroups.map(toKey));

/** Whole stages first, then whole types, then each form alone. */
const offers = [
  { value: 'Stages', items: stageGroups },
  { value: 'Types with their extensions', items: typeGroups.filter((group) => !stageKeys.has(toKey(group))) },
  ...roundGroups.map(({ value, items }) => ({ value, items: items.flatMap((round) => groupRounds([round])) })),
];

type RoundFieldProps = {
  readonly ref: Ref<HTMLElement>;
  readonly label: string;
  readonly chosen: readonly FinancingFilter[];
  readonly onChoose: (chosen: readonly FinancingFilter[]) => void;
  readonly error: string | undefined;
};

/**
 * The stages at a press, as charts count them, and each round type plain, as pre-round and as extension: the service
 * treats these as different rounds.
 */
export function RoundField({ label, chosen, onChoose, ...list }: RoundFieldProps) {
  const counts = useRoundCounts();
  const keys = new Set(chosen.map(formatRoundKey));
  const groups = groupRounds(chosen);
  const choose = (next: readonly FinancingFilter[]) =>
    onChoose([...new Map(next.map((round) => [formatRoundKey(round), round])).values()]);
  const shown: ChipDisplay<RoundGroup> = {
    toKey,
    toName: ({ name }) => name,
    toFigure: ({ rounds }) =>
      counts && rounds.reduce((sum, round) => sum + (counts.get(formatRoundKey(round)) ?? 0), 0),
  };
  return (
    <div>
      <ChipPicker
        label={label}
        aside={groups.length > 0 ? groups.length : undefined}
        shown={shown}
        offers={offers}
        chosen={groups}
        onChoose={(next) => choose(next.flatMap(({ rounds }) => rounds))}
        {...list}
      />
      <Pills label={`${label}: stages`}>
        {stageGroups.map((group) => {
          const { name, rounds } = group;
          const isChosen = rounds.every((round) => keys.has(formatRoundKey(round)));
          const own = new Set(rounds.map(formatRoundKey));
          const others = chosen.filter((round) => !own.has(formatRoundKey(round)));
          return (
            <Pill
              key={name}
              isChosen={isChosen}
              count={shown.toFigure?.(group)}
              onPress={() => choose(isChosen ? others : [...others, ...rounds])}
            >
              <i aria-hidden className={`stage-${findStage(rounds[0] ?? { type: null })} size-[7px] rounded-xs`} />
              {name.replace(' and later', '+')}
            </Pill>
          );
        })}
      </Pills>
    </div>
  );
}
