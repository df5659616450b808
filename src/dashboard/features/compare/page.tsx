import { useMutation } from '@tanstack/react-query';
import { Link } from '../../platform/url/link.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useLibraryVersion } from '../../library/records/records.ts';
import { formatCount } from '../../platform/format.ts';
import { Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { type NamedId, useUrl } from '../../platform/url/url.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { RecordPicker } from '../../search/lookups/record-picker.tsx';
import {
  buildCompareSearch,
  type ComparedKind,
  comparedKinds,
  compareUrl,
  lastComparison,
  maxCompared,
  minCompared,
} from '../../search/record/compare-button.tsx';
import { addSharedShortlist, formatFact, useShortlist } from './shortlist.tsx';
import { ColumnHead, ComparisonTable } from './comparison-table.tsx';
import { buildSections, comparedKind, getRecordName, type ReadMatches } from './measures.ts';
import { ShortlistPanel } from './shortlist-panel.tsx';
import { Button } from '../../platform/ui/button.tsx';

type ComparePageProps = {
  /** How many deals of a record match the search that it comes from; the app provides it. */
  readonly readMatches: ReadMatches | undefined;
};

/** Records side by side, and the shortlist of their kind. */
export function ComparePage({ readMatches }: ComparePageProps) {
  const { value, unread, write } = useUrl(compareUrl);
  useLibraryVersion();
  const { of, list } = value;
  const requested = [...new Set(value.ids)];
  const ids = requested.slice(0, maxCompared);
  const compare = (next: readonly string[]) =>
    write({ ...value, ids: next.length > 0 ? next.slice(0, maxCompared) : undefined });
  const key = ids.join();
  useEffect(() => {
    if (key !== '') lastComparison[of].write(key.split(','));
  }, [of, key]);
  const hasShortlist = useShortlist(comparedKind[of].kind).length > 0;
  const closeList = () => write({ ...value, list: undefined, note: [] });
  return (
    <div className="flex min-h-0 grow flex-col max-wide:scroll-y wide:flex-row">
      <section aria-label="Comparison" className="flex min-w-0 grow flex-col wide:min-h-0">
        <CompareHead of={of} ids={ids} dropped={requested.length - ids.length} onCompare={compare}>
          <UnreadNotice unread={unread} />
        </CompareHead>
        <Comparison of={of} ids={ids} readMatches={readMatches} onCompare={compare} />
      </section>
      {(list ?? hasShortlist) && (
        <aside
          aria-label="Shortlist"
          className="flex shrink-0 flex-col border-line bg-panel max-wide:border-t wide:w-90 wide:scroll-y wide:border-l"
        >
          {list && <LinkedList of={of} list={list} notes={value.note} onClose={closeList} />}
          <ShortlistPanel key={of} of={of} compared={ids} onCompare={compare} />
        </aside>
      )}
    </div>
  );
}

type CompareHeadProps = {
  readonly of: ComparedKind;
  readonly ids: readonly string[];
  /** How many ids in the URL exceed the maximum. */
  readonly dropped: number;
  readonly onCompare: (ids: readonly string[]) => void;
  readonly children: ReactNode;
};

/** What is compared, and the field that adds to it. */
function CompareHead({ of, ids, dropped, onCompare, children }: CompareHeadProps) {
  const { one, many } = comparedKind[of];
  const [tooMany, setTooMany] = useState(false);
  const title = ids.length < minCompared ? 'Compare' : `Compare ${formatCount(ids.length, one, many)}`;
  return (
    <div className="grid gap-3 px-4.5 wide:px-6 pt-3.5 pb-3">
      <title>{`${title}, Fundscope`}</title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-15 font-semibold tabular-nums">{title}</h1>
        <Kinds of={of} />
      </div>
      <div className="max-w-xl">
        <RecordPicker
          label={comparedKind[of].title}
          aside="2 to 5"
          kind={comparedKind[of].kind}
          chosen={ids.map((id) => ({ id, name: getRecordName(of, id) }))}
          error={
            tooMany || dropped > 0
              ? `You can compare at most ${maxCompared}. The first ${maxCompared} are shown.`
              : undefined
          }
          onChoose={(chosen) => {
            setTooMany(chosen.length > maxCompared);
            onCompare(chosen.map(({ id }) => id));
          }}
        />
      </div>
      {children}
    </div>
  );
}

/** Links to the two kinds that can be compared. */
function Kinds({ of }: { readonly of: ComparedKind }) {
  return (
    <ul className="flex gap-0.5 rounded-[7px] bg-sunken p-0.5">
      {comparedKinds.map((kind) => (
        <li key={kind}>
          <Link
            to="/compare"
            search={buildCompareSearch(kind, [])}
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

type ComparisonProps = {
  readonly of: ComparedKind;
  readonly ids: readonly string[];
  readonly readMatches: ReadMatches | undefined;
  readonly onCompare: (ids: readonly string[]) => void;
};

/** The table of the unlocked records, and the price of the locked ones; showing it sends no request. */
function Comparison({ of, ids, readMatches, onCompare }: ComparisonProps) {
  const { one, many, kind, unlocked } = comparedKind[of];
  const shortlist = new Set(useShortlist(kind));
  const missing = unlocked.missing(ids);
  if (ids.length === 0) return <EmptyComparison of={of} />;
  const heads = ids.map((id) => {
    const remove = () => onCompare(ids.filter((other) => other !== id));
    return [id, <ColumnHead key={id} of={of} id={id} listed={shortlist.has(id)} onRemove={remove} />] as const;
  });
  return (
    <>
      <div className="grid gap-2 px-4.5 wide:px-6 pb-3 empty:hidden">
        {missing.length > 0 && <LockedRecords key={missing.join()} of={of} ids={missing} />}
        {ids.length < minCompared && <p className="text-ink-2">Add another one above or from the shortlist.</p>}
      </div>
      <div className="relative overflow-x-auto px-4.5 wide:px-6 pb-6 wide:min-h-0 wide:grow wide:scroll-y">
        <ComparisonTable
          caption={`Comparison of ${formatCount(ids.length, one, many)}`}
          sections={ids.length > missing.length ? buildSections(of, ids, readMatches) : []}
          heads={heads}
        />
      </div>
    </>
  );
}

/** The records that are not unlocked, and the button that unlocks all of them in one request. */
function LockedRecords({ of, ids }: { readonly of: ComparedKind; readonly ids: readonly string[] }) {
  const { one, many, unlock, calculatePrice } = comparedKind[of];
  const purchase = useMutation({ mutationFn: (authorization: SpendAuthorization) => unlock(authorization, ids) });
  return (
    <Notice
      title={`${formatCount(ids.length, one, many)} locked`}
      actions={
        <PricedButton upTo tenths={calculatePrice(ids.length)} pending={purchase.isPending} onConfirm={purchase.mutate}>
          Unlock {formatCount(ids.length, one, many)}
        </PricedButton>
      }
    >
      Their columns are empty until you unlock them.
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </Notice>
  );
}

function EmptyComparison({ of }: { readonly of: ComparedKind }) {
  return (
    <div className="px-4.5 wide:px-6">
      {of === 'investors' ? (
        <Notice title="Choose two to five investors">Add them above, or select rows on the Investors screen.</Notice>
      ) : (
        <Notice title="Choose two to five companies">Add them above, or select rows on the Companies screen.</Notice>
      )}
    </div>
  );
}

type LinkedListProps = {
  readonly of: ComparedKind;
  readonly list: readonly string[];
  /** Notes of the link, by id. */
  readonly notes: readonly NamedId[];
  readonly onClose: () => void;
};

/** The shortlist in a shared link, which the user can add to their own. */
function LinkedList({ of, list, notes, onClose }: LinkedListProps) {
  const { one, many, kind } = comparedKind[of];
  const own = useShortlist(kind);
  const noteOf = new Map(notes.map(({ id, name }) => [id, name]));
  const ids = [...new Set(list)];
  return (
    <section aria-label="Shared shortlist" className="grid gap-2.5 border-b border-line bg-accent-soft p-4">
      <h2 className="text-14 font-semibold">Shared shortlist, {formatCount(ids.length, one, many)}</h2>
      <ol className="grid gap-1.5">
        {ids.map((id, place) => (
          <li key={id} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
            <span aria-hidden className="text-right text-ink-2 tabular-nums">
              {place + 1}
            </span>
            <span>
              <b className="font-semibold">{getRecordName(of, id)}</b>
              <span className="text-ink-2"> {formatFact(of, id)}</span>
              {noteOf.has(id) && <span className="block whitespace-pre-line">{noteOf.get(id)}</span>}
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-1.5">
        <Button
          onClick={() => {
            addSharedShortlist(kind, own, ids, noteOf);
            onClose();
          }}
        >
          Add to my shortlist
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Dismiss
        </Button>
      </div>
      <p className="text-12 text-ink-2">Added records come first. Your own notes are kept.</p>
    </section>
  );
}
