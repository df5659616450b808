import { readMark } from '../../library/status/marks.ts';
import { toStanding } from '../../library/status/standing.ts';
import type { GridRow } from '../table/grid-column.ts';
import type { ExportColumn } from './export.ts';
import type { AnyResource } from '../resource/resource.ts';

/** What a file says of a row's marks: verdict and tags. Notes stay on this device, because files are passed on. */
export function toMarkExport({ marked, toCompanyId }: AnyResource): readonly ExportColumn<GridRow>[] {
  const readCompany = (id: string) => {
    const companyId = toCompanyId?.(id);
    return companyId === undefined ? undefined : readMark('company', companyId);
  };
  return [
    ['mark', ({ id }) => readMark(marked, id).verdict],
    ...(toCompanyId ? [['company_mark', ({ id }) => readCompany(id)?.verdict] as ExportColumn<GridRow>] : []),
    ['tags', ({ id }) => toStanding(readMark(marked, id), readCompany(id)).tags.join('; ') || null],
  ];
}
