import type { Ref } from 'react';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { ChipPicker } from '../../../../platform/form/chip-picker.tsx';
import { findStage, formatRoundType, roundOrder } from '../../../../platform/rounds.ts';
import { useRoundCounts } from '../lookups/facet-counts.ts';
import { Pill, Pills } from './pills.tsx';
import { roundGroups } from './round-groups.ts';
import type { ChipDisplay } from '../../../../platform/form/chip-picker.tsx';

const plain = (type: FinancingFilter['type']): FinancingFilter => ({ type, pre: false, extension: false });
const usual: readonly (readonly [name: string, rounds: readonly FinancingFilter[]])[] = [
  ['Pre-seed', [{ type: 'SEED', pre: true, extension: false }]],
  ['Seed', [plain('SEED')]],
  ['Series A', [plain('SERIES_A')]],
  ['Series B', [plain('SERIES_B')]],
  ['Series C', [plain('SERIES_C')]],
  ['Series D+', roundOrder.filter((type) => /^SERIES_[D-Z]$/.test(type)).map(plain)],
];

type RoundFieldProps = {
  readonly ref: Ref<HTMLElement>;
  readonly label: string;
  readonly chosen: readonly FinancingFilter[];
  readonly onChoose: (chosen: readonly FinancingFilter[]) => void;
  readonly error: string | undefined;
};

/**
 * The usual rounds at a press, and each round type plain, as pre-round and as extension: the service treats these as
 * different rounds.
 */
export function RoundField({ label, ...list }: RoundFieldProps) {
  const counts = useRoundCounts();
  const { chosen, onChoose } = list;
  const keys = new Set(chosen.map(formatRoundKey));
  const count = (rounds: readonly FinancingFilter[]) =>
    counts && rounds.reduce((sum, round) => sum + (counts.get(formatRoundKey(round)) ?? 0), 0);
  const shown: ChipDisplay<FinancingFilter> = {
    toKey: formatRoundKey,
    toName: formatRoundType,
    toFigure: (round) => counts && count([round]),
  };
  return (
    <div>
      <ChipPicker
        label={label}
        aside={chosen.length > 0 ? chosen.length : undefined}
        shown={shown}
        offers={roundGroups}
        {...list}
      />
      <Pills label={`${label}: usual ones`}>
        {usual.map(([name, rounds]) => {
          const all = rounds.map(formatRoundKey);
          const isChosen = all.every((key) => keys.has(key));
          const others = chosen.filter((round) => !all.includes(formatRoundKey(round)));
          return (
            <Pill
              key={name}
              isChosen={isChosen}
              count={count(rounds)}
              onPress={() => onChoose(isChosen ? others : [...others, ...rounds])}
            >
              <i aria-hidden className={`stage-${findStage(rounds[0] ?? plain('SEED'))} size-[7px] rounded-xs`} />
              {name}
            </Pill>
          );
        })}
      </Pills>
    </div>
  );
}
