import { type ReactNode, useMemo } from 'react';
import { capitalize, formatGrouped } from '../../platform/format.ts';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { OpenProfile } from '../record/profile-link.tsx';
import type { Resource } from '../resource/resource.ts';
import type { GridRow, GridView } from '../table/grid-column.ts';
import { StatusSection } from '../record/status-section.tsx';
import { useEffectiveStatus } from './status-filter.tsx';
import { statusNames } from '../../library/status/statuses.ts';

type OpenedPanelProps<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly id: string;
  readonly row: R | undefined;
  /** The rows in their order. */
  readonly view: GridView<R>;
  /** How many there are, loaded or not. */
  readonly total: number;
  readonly wide: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The details of one record next to the table: its name, its status, then its facts. */
export function OpenedPanel<R extends GridRow>(props: OpenedPanelProps<R>) {
  const { resource, id, row, view, total, wide, onOpen, onClose, children } = props;
  const at = useMemo(() => findPosition(view, id), [view, id]);
  const title = row ? resource.formatTitle(row) : capitalize(resource.one);
  const { about, profile } = (row && resource.describe(row)) ?? {};
  const { isOfCompany, status } = useEffectiveStatus(resource, id);
  const step = (by: 1 | -1) => {
    const next = view.idAt(at + by);
    if (next !== undefined) onOpen(next);
  };
  return (
    <DetailPanel
      title={title}
      step={at < 0 ? undefined : { place: `${formatGrouped(at + 1)} of ${formatGrouped(total)}`, onStep: step }}
      wide={wide}
      opener={`[data-at][tabindex="0"], [data-item="${id}"]`}
      onClose={onClose}
    >
      <div className="grid gap-3.5 px-5 pt-4 pb-4">
        <div className="flex items-center gap-3">
          {row && <Monogram name={title} size="large" isPerson={profile?.kind === 'person'} />}
          <div className="min-w-0">
            <h2 className="text-16 leading-5.5 font-semibold tracking-[-0.014em] break-words">{title}</h2>
            {about && <p className="line-clamp-3 text-ink-3">{about}</p>}
          </div>
        </div>
        <StatusSection
          key={id}
          kind={resource.statusKind}
          id={id}
          remark={isOfCompany && status ? `${statusNames[status]} with its company.` : undefined}
        >
          {profile && <OpenProfile {...profile} />}
        </StatusSection>
      </div>
      {children}
    </DetailPanel>
  );
}

/** The position of a record among the rows in view; -1 for one that is not there. */
function findPosition(view: GridView<GridRow>, id: string): number {
  for (let at = 0; at < view.count; at += 1) if (view.idAt(at) === id) return at;
  return -1;
}
