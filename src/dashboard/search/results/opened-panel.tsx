import type { ReactNode } from 'react';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { StatusSection } from './status-section.tsx';
import type { Resource } from '../resource/resource.ts';
import type { GridRow } from '../table/grid-column.ts';

export type OpenedPanelProps<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly id: string;
  readonly row: R | undefined;
  readonly wide: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The details of one record next to the table, its status first. */
export function OpenedPanel<R extends GridRow>({ resource, id, row, wide, onClose, children }: OpenedPanelProps<R>) {
  return (
    <DetailPanel
      title={row ? resource.formatTitle(row) : toName(resource.one)}
      wide={wide}
      opener='[data-at][tabindex="0"]'
      onClose={onClose}
    >
      <StatusSection key={id} resource={resource} id={id} />
      {children}
    </DetailPanel>
  );
}

const toName = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);
