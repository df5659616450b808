import { type RefObject, useDeferredValue } from 'react';
import { capitalize, formatGrouped } from '../../../../platform/format.ts';
import { DetailPanel } from '../../../../platform/ui/detail-panel.tsx';
import { RecordMark } from '../../../../records/company-mark.tsx';
import { OpenProfile } from '../record/profile-link.tsx';
import type { RowDisplay } from '../resource/resource.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import type { RowFinder } from '../table/data-grid.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { StatusSection } from '../record/status-section.tsx';
import { listRows } from '../table/use-data-table.tsx';
import { useIsWide } from '../../../../platform/ui/use-browser.ts';
import { useEffectiveStatus } from './status-filter.tsx';
import type { TableState } from './results-table.tsx';
import { statusNames } from '../../../../records/status/statuses.ts';

type OpenedPanelProps<R extends GridRow> = {
  readonly display: RowDisplay<R>;
  readonly state: TableState<R>;
  /** Finds a row on the screen. */
  readonly rows: RefObject<RowFinder | null>;
};

/** The details of the open record next to the table: its name, its status, then its facts. */
export function OpenedPanel<R extends GridRow>(props: OpenedPanelProps<R>) {
  const { place } = useSearchQuery();
  // The row shows the press before its details render.
  const id = useDeferredValue(place.open);
  return id === undefined ? null : <RecordPanel {...props} id={id} />;
}

function RecordPanel<R extends GridRow>({ display, state, rows, id }: OpenedPanelProps<R> & { readonly id: string }) {
  const { resource, openRecord } = useSearchQuery();
  const { results } = useResults();
  const isWide = useIsWide();
  const row = display.toRow(id, results?.figures[id]);
  const { name, about, profile } = (row && display.describe(row)) ?? {};
  const title = name ?? capitalize(resource.one);
  const { isOfCompany, status } = useEffectiveStatus(resource, id);
  const ids = listRows(state.table).map((one) => one.id);
  const at = ids.indexOf(id);
  const isWhole = ids.length === state.ids.length;
  const total = isWhole ? (results?.total ?? ids.length) : ids.length;
  const step = (by: 1 | -1) => {
    const next = ids[at + by];
    if (next !== undefined) openRecord(next);
  };
  return (
    <DetailPanel
      {...{ id, title }}
      step={at < 0 ? undefined : { place: `${formatGrouped(at + 1)} of ${formatGrouped(total)}`, onStep: step }}
      wide={isWide}
      opener={() => rows.current?.(id)}
      onClose={() => openRecord(undefined)}
    >
      <div className="grid gap-3.5 px-5 pt-4 pb-4">
        <div className="flex items-center gap-3">
          {row && <RecordMark kind={profile?.kind ?? 'investor'} id={profile?.id} name={title} size="large" />}
          <div className="min-w-0">
            <h2 className="text-16 leading-5.5 font-semibold tracking-[-0.014em] break-words">{title}</h2>
            {about && <p className="line-clamp-3 text-ink-3">{about}</p>}
          </div>
        </div>
        <StatusSection
          kind={resource.statusKind}
          id={id}
          remark={isOfCompany && status ? `${statusNames[status]} with its company.` : undefined}
        >
          {profile && <OpenProfile {...profile} />}
        </StatusSection>
      </div>
      {display.detail(id, row)}
    </DetailPanel>
  );
}
