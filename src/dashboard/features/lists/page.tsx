import type { ReactNode } from 'react';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import type { Enrichment } from './enriched.ts';
import { ListView } from './list-view.tsx';
import { ListsOverview } from './lists-overview.tsx';
import { listsUrl } from '../../library/lists/lists-url.ts';
import { useLists } from '../../library/lists/lists.ts';

/** What other screens lend to this one, so that it knows no feature. */
export type ListsPageProps = {
  readonly enrichment: Enrichment;
  /** Everything that is owned about a company. */
  readonly renderCompany: (id: string) => ReactNode;
};

/** The person's own lists: all of them, or the one that the address names. */
export function ListsPage({ enrichment, renderCompany }: ListsPageProps) {
  const url = useUrl(listsUrl);
  const lists = useLists();
  const list = lists.find(({ id }) => id === url.value.list);
  const notice = <UnreadNotice unread={url.unread} />;
  if (list) return <ListView key={list.id} {...{ list, url, enrichment, renderCompany, notice }} />;
  return (
    <ListsOverview
      lists={lists}
      isGone={url.value.list !== undefined}
      notice={notice}
      onOpen={(id) => url.write({ list: id })}
    />
  );
}
