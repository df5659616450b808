import { useMutation } from '@tanstack/react-query';
import { toCount } from '../../platform/format.ts';
import { leastCompared, type ComparedKind } from '../../search/record/compare-address.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { ColumnHead } from './column-head.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { comparedKind } from './kinds.ts';
import { toSections } from './measures.ts';
import { useShortlist } from './shortlist.ts';

type ComparisonProps = {
  readonly of: ComparedKind;
  readonly ids: readonly string[];
  readonly onCompare: (ids: readonly string[]) => void;
};

/** The table of what is owned, and the price of what is not; showing it asks for nothing. */
export function Comparison({ of, ids, onCompare }: ComparisonProps) {
  const { one, many, marked, owned } = comparedKind[of];
  const shortlist = new Set(useShortlist(marked));
  const missing = owned.missing(ids);
  if (ids.length === 0) return <EmptyComparison of={of} />;
  const heads = ids.map((id) => {
    const remove = () => onCompare(ids.filter((other) => other !== id));
    return [id, <ColumnHead key={id} of={of} id={id} listed={shortlist.has(id)} onRemove={remove} />] as const;
  });
  return (
    <>
      <div className="grid gap-2 px-4.5 pb-3 empty:hidden">
        {missing.length > 0 && <Missing key={missing.join()} of={of} ids={missing} />}
        {ids.length < leastCompared && (
          <p className="text-ink-2">One stands here. Add another by name, or from the shortlist.</p>
        )}
      </div>
      <div className="relative overflow-x-auto px-4.5 pb-6 wide:min-h-0 wide:grow wide:overflow-y-auto">
        <ComparisonTable
          caption={`${toCount(ids.length, one, many)} side by side`}
          sections={ids.length > missing.length ? toSections(of, ids) : []}
          heads={heads}
        />
      </div>
    </>
  );
}

/** The records that are not unlocked, and the button that unlocks all of them in one request. */
function Missing({ of, ids }: { readonly of: ComparedKind; readonly ids: readonly string[] }) {
  const { one, many, buy, calculatePrice } = comparedKind[of];
  const purchase = useMutation({ mutationFn: (authorization: SpendAuthorization) => buy(authorization, ids) });
  return (
    <Notice
      title={`${toCount(ids.length, one, many)} locked`}
      actions={
        <PricedButton upTo tenths={calculatePrice(ids.length)} pending={purchase.isPending} onConfirm={purchase.mutate}>
          Unlock {toCount(ids.length, one, many)}
        </PricedButton>
      }
    >
      Their columns stay empty until you unlock them.
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </Notice>
  );
}

function EmptyComparison({ of }: { readonly of: ComparedKind }) {
  return (
    <div className="px-4.5">
      {of === 'investors' ? (
        <Notice title="Choose two to five investors">
          Add them by name above, select rows on the Investors screen, or choose them in your shortlist.
        </Notice>
      ) : (
        <Notice title="Choose two to five companies">
          Add them by name above, select rows on the Companies screen, or choose them in your shortlist.
        </Notice>
      )}
    </div>
  );
}
