import { completeAmounts } from './amount-range.ts';
import { suggestAmount } from '#ask/amounts.ts';
import { TextPair, type TextPart } from './controls.tsx';

export type RangePart = Pick<TextPart, 'label' | 'placeholder' | 'register' | 'error'>;

/** A pair of form fields, as a range uses them. */
export type RangeProps = {
  readonly label: string;
  readonly aside: string;
  readonly parts: readonly [RangePart, RangePart];
  readonly read: () => readonly [string, string];
  /** Sets both texts and checks them. */
  readonly write: (texts: readonly [string, string]) => void;
};

/** A range of dollars. A range typed into one field fills both, and a figure without a unit needs confirmation. */
export function AmountPair({ label, aside, parts, read, write }: RangeProps) {
  const build = (index: 0 | 1): TextPart => {
    const commit = () => write(completeAmounts(read(), index));
    const suggestion = parts[index].error === undefined ? undefined : suggestAmount(read()[index]);
    const onTakeSuggestion = () => {
      const [min, max] = read();
      write(index === 0 ? [suggestion ?? min, max] : [min, suggestion ?? max]);
    };
    return { ...parts[index], suggestion, onTakeSuggestion, onCommit: commit };
  };
  return <TextPair label={label} aside={aside} parts={[build(0), build(1)]} />;
}
