import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { toCount } from '../../platform/format.ts';
import { NamedPicker } from '../../search/lookups/named-picker.tsx';
import {
  comparedKinds,
  leastCompared,
  mostCompared,
  toCompareSearch,
  type ComparedKind,
} from '../../search/record/compare-address.ts';
import { comparedKind, toName } from './kinds.ts';

type CompareHeadProps = {
  readonly of: ComparedKind;
  readonly ids: readonly string[];
  /** How many of the address are too many to stand side by side. */
  readonly dropped: number;
  readonly onCompare: (ids: readonly string[]) => void;
  readonly children: ReactNode;
};

/** What is compared, and the field that adds to it. */
export function CompareHead({ of, ids, dropped, onCompare, children }: CompareHeadProps) {
  const { one, many } = comparedKind[of];
  const [tooMany, setTooMany] = useState(false);
  const title = ids.length < leastCompared ? 'Compare' : `Compare ${toCount(ids.length, one, many)}`;
  return (
    <div className="grid gap-3 px-4.5 pt-3.5 pb-3">
      <title>{`${title}, Fundscope`}</title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{title}</h1>
        <Kinds of={of} />
      </div>
      <div className="max-w-xl">
        <NamedPicker
          label={`${comparedKind[of].title} side by side`}
          aside="2 to 5"
          kind={of === 'investors' ? 'investor' : 'company'}
          chosen={ids.map((id) => ({ id, name: toName(of, id) }))}
          error={
            tooMany || dropped > 0
              ? `You can compare at most ${mostCompared}. The first ${mostCompared} are shown.`
              : undefined
          }
          onChoose={(chosen) => {
            setTooMany(chosen.length > mostCompared);
            onCompare(chosen.map(({ id }) => id));
          }}
        />
      </div>
      {children}
    </div>
  );
}

/** The two kinds that can be compared; each is an address of its own. */
function Kinds({ of }: { readonly of: ComparedKind }) {
  return (
    <ul className="flex gap-0.5 rounded-[7px] bg-sunken p-0.5">
      {comparedKinds.map((kind) => (
        <li key={kind}>
          <Link
            to="/compare"
            search={toCompareSearch(kind, [])}
            // Left to itself a link without an address of its own would be the present one always.
            activeOptions={{ exact: true, includeSearch: true }}
            activeProps={{ 'aria-current': 'true' }}
            aria-current={kind === of ? 'true' : undefined}
            className="flex h-7 items-center rounded-[5px] px-2.5 text-ink-2 hover:text-ink aria-[current=true]:bg-panel aria-[current=true]:font-medium aria-[current=true]:text-ink aria-[current=true]:shadow-[0_0_0_1px_var(--color-line)]"
          >
            {comparedKind[kind].title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
