import {
  type EffectiveStatus,
  findStatus,
  matchesStatusFilter,
  readStatusOf,
  statusNames,
  useStatuses,
} from '../../../../records/status/statuses.ts';
import type { Resource } from '../resource/resource.ts';
import type { ExportColumn, Grouping, GridRow } from '../table/grid-column.ts';
import type { Narrowing } from '../query/search-query.ts';
import { useMemo } from 'react';
import { isOwnWork } from '../../../../records/status/authorship.ts';
import { findSelf, useMembership } from '../../../../platform/http/membership.ts';
import type { RecordStatus, StatusValue } from '#contract/workspace/statuses.ts';
import { emptyStatus } from '../../../../records/status/record-status.ts';

/** "Shortlisted", "Company passed"; blank for none. */
function formatStatus({ status, isOfCompany }: EffectiveStatus): string {
  const name = status === null ? '' : statusNames[status];
  return isOfCompany ? `Company ${name.toLowerCase()}` : name;
}

/** The status and the tags of a record in an exported file. Notes have columns of their own, when asked. */
export const buildStatusFile = (resource: Resource): readonly ExportColumn<GridRow>[] => [
  ['Status', ({ id }) => formatStatus(findEffectiveStatus(resource, id))],
  ['Tags', ({ id }) => findEffectiveStatus(resource, id).tags.join(', ')],
];

const statusOrder: readonly StatusValue[] = ['shortlist', 'pass'];

/** Groups rows by their status, or that of their company, in these maps. */
export const buildStatusGrouping = <R extends GridRow>(
  { toCompanyId }: Pick<Resource, 'toCompanyId'>,
  own: ReadonlyMap<string, RecordStatus>,
  companies: ReadonlyMap<string, RecordStatus>,
): Grouping<R> => ({
  id: 'status',
  name: 'Status',
  none: 'No status',
  direction: 'ascending',
  read({ id }) {
    const { status } = findStatus(own.get(id), companies.get(toCompanyId?.(id) ?? ''));
    return status === null ? null : { order: statusOrder.indexOf(status), name: statusNames[status] };
  },
});

function findEffectiveStatus({ statusKind, toCompanyId }: Resource, id: string): EffectiveStatus {
  const companyId = toCompanyId?.(id);
  const company = companyId === undefined ? undefined : readStatusOf('company', companyId);
  return findStatus(readStatusOf(statusKind, id), company);
}

/** "Company passed, tags: climate, has a note"; "" for a record without status, tags and note. */
export function formatStatusWords(effective: EffectiveStatus): string {
  const { tags, hasNote } = effective;
  return [formatStatus(effective), tags.length > 0 ? `tags: ${tags.join(', ')}` : '', hasNote ? 'has a note' : '']
    .filter((part) => part !== '')
    .join(', ');
}

/** The rows after the status filter, and how many are hidden because they are passed. */
export type NarrowedRows = { readonly ids: readonly string[]; readonly passed: number };

const noStatus = findStatus();

/** The rows to show; with `isOwn` only the user's own. A filter by "passed" shows them even when passed rows are hidden. */
export function narrowRows(
  ids: readonly string[],
  read: (id: string) => EffectiveStatus,
  { status, hide }: Pick<Narrowing, 'status' | 'hide'>,
  isOwn?: (id: string) => boolean,
): NarrowedRows {
  if (status === undefined && !hide && !isOwn) return { ids, passed: 0 };
  const kept = ids.filter(
    (id) => isOwn?.(id) !== false && (status === undefined || matchesStatusFilter(status, read(id))),
  );
  const shown = hide && status !== 'pass' ? kept.filter((id) => read(id).status !== 'pass') : kept;
  return { ids: shown, passed: kept.length - shown.length };
}

/** Rows filtered by status and by who set it; the same object until statuses, rows or filter change. */
export function useNarrowedRows(
  resource: Resource,
  ids: readonly string[],
  { status, hide = false, who }: Narrowing,
): NarrowedRows {
  const { statusKind, toCompanyId } = resource;
  const own = useStatuses(statusKind);
  const companies = useStatuses('company');
  const membership = useMembership();
  return useMemo(() => {
    const buildCompany = (id: string): RecordStatus | undefined =>
      toCompanyId && companies.size > 0 ? companies.get(toCompanyId(id) ?? '') : undefined;
    const read = (id: string) => {
      const [ownStatus, company] = [own.get(id), buildCompany(id)];
      return ownStatus || company ? findStatus(ownStatus, company) : noStatus;
    };
    // Without members everything is the user's own, also in a link from a time when there were some.
    const isOwn = (id: string) =>
      isOwnWork(statusKind, id, membership) ||
      (toCompanyId !== undefined && isOwnWork('company', toCompanyId(id) ?? '', membership));
    return narrowRows(ids, read, { status, hide }, who && findSelf(membership) && isOwn);
  }, [ids, own, companies, statusKind, toCompanyId, status, hide, who, membership]);
}

/** The effective status of one record, as React state. */
export function useEffectiveStatus({ statusKind, toCompanyId }: Resource, id: string): EffectiveStatus {
  const own = useStatuses(statusKind).get(id);
  const companies = useStatuses('company');
  return findStatus(own ?? emptyStatus, toCompanyId ? companies.get(toCompanyId(id) ?? '') : undefined);
}
