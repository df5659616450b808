import { ChipPicker, type Group, type Shown } from '../../platform/form/chip-picker.tsx';
import { roundOrder, toRoundName } from '../../platform/rounds.ts';
import { toRoundKey, type RoundChoice } from '../query/round-text.ts';

const variants = [
  { value: 'Plain rounds', pre: false, extension: false },
  { value: 'Pre-rounds', pre: true, extension: false },
  { value: 'Extensions', pre: false, extension: true },
  { value: 'Extensions of pre-rounds', pre: true, extension: true },
];

const groups: readonly Group<RoundChoice>[] = variants.map(({ value, pre, extension }) => ({
  value,
  items: roundOrder.map((type) => ({ type, pre, extension })),
}));

const shown: Shown<RoundChoice> = { toKey: toRoundKey, toName: toRoundName };

type RoundPickerProps = {
  readonly label: string;
  readonly chosen: readonly RoundChoice[];
  readonly onChoose: (chosen: RoundChoice[]) => void;
  readonly error?: string | undefined;
};

/** The 25 round types, each plain, as a pre-round and as an extension: to the service these are different rounds. */
export function RoundPicker({ label, chosen, onChoose, error }: RoundPickerProps) {
  return (
    <ChipPicker
      label={label}
      aside={chosen.length > 0 ? chosen.length : undefined}
      chosen={chosen}
      onChoose={onChoose}
      shown={shown}
      offers={groups}
      error={error}
    />
  );
}
