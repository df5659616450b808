import { type ReactNode, useEffect, useState } from 'react';
import { useLibraryVersion } from '../../records/record-store.ts';
import { unlockByIds } from '../../records/unlock.ts';
import { capitalize, formatCount } from '../../platform/format.ts';
import { Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { type NamedId, useUrl } from '../../platform/url/url.ts';
import { LoadButton } from '../../spending/load-button.tsx';
import { RecordPicker } from '../searches/kit/lookups/record-picker.tsx';
import {
  buildCompareSearch,
  type ComparedKind,
  comparedKinds,
  compareUrl,
  lastComparison,
  maxCompared,
  minCompared,
} from '../searches/kit/record/compare-button.tsx';
import { addSharedShortlist, formatFact, useShortlist } from './shortlist.tsx';
import { ColumnHead, ComparisonTable } from './comparison-table.tsx';
import { buildSections, comparedKind, getRecordName, type ReadMatches } from './measures.ts';
import { ShortlistPanel } from './shortlist-panel.tsx';
import { Button, primaryLink } from '../../platform/ui/button.tsx';
import { SegmentLinks } from '../../platform/ui/segments.tsx';
import { priceOf } from '../../spending/price.ts';
import { EmptyState } from '../../platform/ui/empty-state.tsx';
import { Link } from '@tanstack/react-router';

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
  const { kind } = comparedKind[of];
  const [tooMany, setTooMany] = useState(false);
  const title = ids.length < minCompared ? 'Compare' : `Compare ${formatCount(ids.length, kind, of)}`;
  return (
    <div className="grid gap-3 px-4.5 wide:px-6 pt-3.5 pb-3">
      <title>{`${title}, Fundscope`}</title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-15 font-semibold tabular-nums">{title}</h1>
        <SegmentLinks
          label="Kinds"
          to="/compare"
          views={comparedKinds.map((other) => ({
            name: capitalize(other),
            search: buildCompareSearch(other, []),
            isCurrent: other === of,
          }))}
        />
      </div>
      <div className="max-w-xl">
        <RecordPicker
          label={capitalize(of)}
          aside="2 to 5"
          kind={kind}
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

type ComparisonProps = {
  readonly of: ComparedKind;
  readonly ids: readonly string[];
  readonly readMatches: ReadMatches | undefined;
  readonly onCompare: (ids: readonly string[]) => void;
};

/** The table of the unlocked records, and the price of the locked ones; showing it sends no request. */
function Comparison({ of, ids, readMatches, onCompare }: ComparisonProps) {
  const { kind, unlocked } = comparedKind[of];
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
          caption={`Comparison of ${formatCount(ids.length, kind, of)}`}
          sections={ids.length > missing.length ? buildSections(of, ids, readMatches) : []}
          heads={heads}
        />
      </div>
    </>
  );
}

/** The records that are not unlocked, and the button that unlocks all of them in one request. */
function LockedRecords({ of, ids }: { readonly of: ComparedKind; readonly ids: readonly string[] }) {
  const { kind, cost } = comparedKind[of];
  return (
    <Notice
      title={`${formatCount(ids.length, kind, of)} locked`}
      actions={
        <LoadButton
          upTo
          tenths={priceOf(cost, ids.length)}
          onLoad={(authorization) => unlockByIds(authorization, { [of]: ids })}
        >
          {`Unlock ${formatCount(ids.length, kind, of)}`}
        </LoadButton>
      }
    >
      Their columns are empty until you unlock them.
    </Notice>
  );
}

const EmptyComparison = ({ of }: { readonly of: ComparedKind }) => (
  <div className="px-4.5 wide:px-6">
    <EmptyState
      title={`Choose two to five ${of}`}
      example={
        of === 'investors'
          ? ['Harbor Ventures', '41 deals', '12 led', 'mostly seed']
          : ['Arcwell Robotics', '$31.5M total raised', '3 rounds', 'Munich']
      }
      action={
        <Link to={`/${of}`} className={primaryLink}>
          Search {of}
        </Link>
      }
    >
      Add them above, or select rows on the {capitalize(of)} screen.
    </EmptyState>
  </div>
);

type LinkedListProps = {
  readonly of: ComparedKind;
  readonly list: readonly string[];
  /** Notes of the link, by id. */
  readonly notes: readonly NamedId[];
  readonly onClose: () => void;
};

/** The shortlist in a shared link, which the user can add to their own. */
function LinkedList({ of, list, notes, onClose }: LinkedListProps) {
  const { kind } = comparedKind[of];
  const own = useShortlist(kind);
  const noteOf = new Map(notes.map(({ id, name }) => [id, name]));
  const ids = [...new Set(list)];
  return (
    <section aria-label="Shared shortlist" className="grid gap-2.5 border-b border-line bg-accent-soft p-4">
      <h2 className="text-14 font-semibold">Shared shortlist, {formatCount(ids.length, kind, of)}</h2>
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
