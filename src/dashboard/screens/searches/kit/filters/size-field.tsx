import { AmountPair, type RangeProps } from '../../../../platform/form/amount-pair.tsx';
import { formatLimit } from '../../../../platform/format.ts';
import { useSizeCount } from '../lookups/facet-counts.ts';
import { Pill, Pills } from './pills.tsx';

const minimums = [1e6, 5e6, 10e6, 25e6, 50e6, 100e6];

/** The size of a round as a range, with the usual minimums at a press. */
export function SizeField(range: RangeProps) {
  const count = useSizeCount();
  const { label, read, write } = range;
  const [min] = read();
  return (
    <div>
      <AmountPair {...range} />
      <Pills label={`${label}: usual minimums`}>
        {minimums.map((usd) => {
          const text = `${usd / 1e6}M`;
          const isChosen = min.toUpperCase() === text;
          return (
            <Pill
              key={usd}
              isChosen={isChosen}
              count={count?.(usd)}
              onPress={() => write([isChosen ? '' : text, read()[1]])}
            >
              {formatLimit(usd)}+
            </Pill>
          );
        })}
      </Pills>
    </div>
  );
}
