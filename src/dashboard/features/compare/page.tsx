import { useEffect } from 'react';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { compareUrl, lastCompared, mostCompared } from '../../search/record/compare-address.ts';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { CompareHead } from './compare-head.tsx';
import { Comparison } from './comparison.tsx';
import { LinkedList } from './linked-list.tsx';
import { ShortlistPanel } from './shortlist-panel.tsx';

/** Records side by side, and the shortlist of their kind: a function of the address and of what is owned. */
export function ComparePage() {
  const { value, unread, write } = useUrl(compareUrl);
  useLibraryVersion();
  const { of, list } = value;
  const asked = [...new Set(value.ids)];
  const ids = asked.slice(0, mostCompared);
  const compare = (next: readonly string[]) =>
    write({ ...value, ids: next.length > 0 ? next.slice(0, mostCompared) : undefined });
  const key = ids.join();
  useEffect(() => {
    if (key !== '') lastCompared[of].write(key.split(','));
  }, [of, key]);
  const closeList = () => write({ ...value, list: undefined, note: [] });
  return (
    <div className="flex min-h-0 grow flex-col max-wide:overflow-y-auto wide:flex-row">
      <section aria-label="Comparison" className="flex min-w-0 grow flex-col wide:min-h-0">
        <CompareHead of={of} ids={ids} dropped={asked.length - ids.length} onCompare={compare}>
          <UnreadNotice unread={unread} />
        </CompareHead>
        <Comparison of={of} ids={ids} onCompare={compare} />
      </section>
      <aside
        aria-label="Shortlist"
        className="flex shrink-0 flex-col border-line bg-panel max-wide:border-t wide:w-[360px] wide:overflow-y-auto wide:border-l"
      >
        {list && <LinkedList of={of} list={list} notes={value.note} onClose={closeList} />}
        <ShortlistPanel key={of} of={of} compared={ids} onCompare={compare} />
      </aside>
    </div>
  );
}
