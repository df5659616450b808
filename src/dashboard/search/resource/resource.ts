import type { SearchCatalogue } from '#contract/filters.ts';
import type { ReactNode } from 'react';
import type { Cost } from '#contract/credits.ts';
import type { RecordStore } from '../../library/records/records.ts';
import type { Identified } from '../../library/records/packed-rows.ts';
import type { StatusKind } from '../../library/own-work/work-store.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { ExportColumn, GridColumn, Grouping, GridRow } from '../table/grid-column.ts';
import { isFilterSet, type SearchQuery, type Section } from '../query/search-query.ts';
import type { Template } from './template.ts';
import type { ChartFacts, DivisionKey } from '../charts/classes.ts';

/** Figures of a record in one search, such as its number of matching deals. */
export type Figures = Readonly<Record<string, number | string | null>>;

/** One page of results; its rows are already stored as unlocked. */
export type ResultPage = {
  readonly ids: readonly string[];
  readonly figures?: Readonly<Record<string, Figures>>;
  readonly total: number | null;
  readonly ignored: readonly { readonly member: string; readonly value: string }[];
  readonly moreIgnored: number;
  readonly surprises: number;
  /** The bill, in tenths. */
  readonly paidTenths: number;
  /** Whether its rows could be read. */
  readonly isRead: boolean;
};

/** An order of the service. */
export type Sort = {
  /** Its name on the wire. */
  readonly value: string;
  /** The column that shows it. */
  readonly column?: string;
  readonly direction: 'ascending' | 'descending';
  /** The sort value of a row, if the record has it: complete results are then sorted locally. */
  readonly figure?: (id: string, figures: Figures | undefined) => number | string | null;
};

/** Makes the figures of sort orders from unlocked records; a locked record has none. */
export const createFigureOf =
  <R>(readRecord: (id: string) => R | null | undefined) =>
  (read: (record: R, figures: Figures | undefined) => number | null): NonNullable<Sort['figure']> =>
  (id, figures) => {
    const record = readRecord(id);
    return record ? read(record, figures) : null;
  };

/** A kind of record that can be searched: all that its screen needs before there are rows, as data. */
export type AnyResource = SearchCatalogue & {
  /** The kind of its records' statuses. */
  readonly statusKind: StatusKind;
  /** The company of a record, whose status applies while the record has none. */
  readonly toCompanyId?: (id: string) => string | undefined;
  /** The default order first. */
  readonly sorts: readonly Sort[];
  readonly templates: readonly Template[];
  readonly cost: Cost;
  /** Its unlocked rows. */
  readonly unlocked: Pick<RecordStore<Identified>, 'read' | 'missing' | 'storeUnknown'>;
  /** How many unlocked names these rows show. */
  readonly countNames?: (ids: readonly string[]) => number;
  readonly chart: ResourceChart;
  /** Loads one page and stores its rows. */
  readonly find: (authorization: SpendAuthorization, body: Section) => Promise<ResultPage>;
  /** Counts all matches, free, where the service can. */
  readonly count: (body: Section) => Promise<{ readonly total: number | null }>;
  readonly extras?: RowExtras;
  readonly cheaper?: CheaperRequest;
  readonly unlockedMatches?: UnlockedMatches;
  /** What to say about empty results, beyond the filters. */
  readonly emptyMessage: string;
};

/** The same with how its rows are shown, which is loaded with the first ones. */
export type Resource<R extends GridRow> = AnyResource & {
  /** An unlocked record with the unlocked names it refers to; undefined when it is locked. */
  readonly toRow: (id: string, figures: Figures | undefined) => R | undefined;
  readonly columns: readonly GridColumn<R>[];
  /** How loaded rows can be grouped, besides by status. */
  readonly groupings?: readonly Grouping<R>[];
  /** The table of a search by meaning: its columns, also where it is grouped by match, and its row height in pixels. */
  readonly byMeaning?: {
    readonly columns: readonly GridColumn<R>[];
    readonly groupedColumns: readonly GridColumn<R>[];
    readonly grouping: Grouping<R> & { readonly isKnown: () => boolean };
    readonly height: number;
  };
  /** All columns of a file, with ids, under heads that stay the same. */
  readonly loadExported: () => Promise<readonly ExportColumn<R>[]>;
  /** A row for a narrow screen, and its height in pixels where it is not that of two lines. */
  readonly item: (row: R) => ReactNode;
  readonly itemHeight?: number;
  /** The name of a record, for the heads of panels. */
  readonly formatTitle: (row: R) => string;
  /** What a record is in one line, and its profile, for the heads of panels. */
  readonly describe: (row: R) => { readonly about?: string | null | undefined; readonly profile?: ProfileTarget };
};

/** A profile, and whether it counts the deals that match the search. */
type ProfileTarget = {
  readonly kind: 'company' | 'investor' | 'person';
  readonly id: string;
  readonly within?: boolean;
};

/** What a search loads for its rows beyond the rows themselves, on a service that charges for names. */
export type RowExtras = {
  /** The highest price for a number of rows, in tenths. */
  readonly price: (query: SearchQuery, rows: number) => number;
  /** What that price covers: "25 companies, 75 investors with leads". */
  readonly describe: (query: SearchQuery, rows: number) => string;
  /** Loads it for these rows, as far as their price reaches, and reports how many of its requests are done. */
  readonly load: (
    authorization: SpendAuthorization,
    query: SearchQuery,
    ids: readonly string[],
    onProgress: (done: number, of: number) => void,
  ) => Promise<void>;
};

/** Finds unlocked records that a search would charge again. */
type UnlockedMatches = Pick<RecordStore<Identified>, 'rows' | 'count'> & {
  /** Whether an unlocked record matches, by the filters with these keys. */
  readonly isMatch: (id: string, query: SearchQuery) => boolean;
  readonly keys: readonly string[];
};

/** A cheaper request for the same rows. */
export type CheaperRequest = {
  /** The body of the cheaper request for a body of the usual one; undefined where it cannot ask the same. */
  readonly convert: (body: Section) => Section | undefined;
  /** Whether it is chosen where the user chose nothing. */
  readonly isUsual: (query: SearchQuery) => boolean;
  /** Loads one page of it and stores its rows. */
  readonly find: AnyResource['find'];
};

/** What a screen adds to the shared results; each part gets the ids of the loaded rows. */
export type ScreenParts<R extends GridRow> = {
  /** Renders with the button that unlocks what the loaded rows lack; with null where they lack nothing. */
  readonly unlock?: (ids: readonly string[], render: (unlock: ReactNode | null) => ReactNode) => ReactNode;
  /** Leads from the search to another one. */
  readonly related?: (query: SearchQuery) => ReactNode;
  /** A note under the table. */
  readonly remark?: (ids: readonly string[]) => ReactNode;
  /** Actions on selected rows, besides status and export. */
  readonly bulk?: (ids: readonly string[]) => ReactNode;
  /** The details of one record, with its row if it is unlocked. Showing them is free. */
  readonly detail: (id: string, row: R | undefined) => ReactNode;
};

/** A query to one resource. */
export type ResourceQuery = { readonly resource: AnyResource; readonly query: SearchQuery };

/** What the charts of a screen need to know about its records. */
export type ResourceChart = {
  /** The facts of a record; undefined when it is locked. */
  readonly read: (id: string) => ChartFacts | undefined;
  /** The divisions of its charts, in display order. */
  readonly divisions: readonly ChartDivision[];
  /** Whether its first division is shown above the table as a histogram. */
  readonly histogram?: true;
  /** The name and meaning of its amounts, if it has any. */
  readonly amount?: { readonly name: string; readonly basis: string };
  /** The column of the day on the time axis. When rows are in its order, all others are beyond the last one. */
  readonly dayColumn: string;
  /** The date filter of the activity chart, and what the chart counts. */
  readonly activity: { readonly keys: readonly [from: string, to: string]; readonly basis: string };
};

/** One way of dividing records. */
export type ChartDivision = {
  readonly by: DivisionKey;
  /** How records are assigned, in one sentence. */
  readonly basis: string;
  /** The name of the bar for records without a value. */
  readonly none: string;
};

/** Names of divisions, in sentences and in the head of the chart's table. */
export const divisionNames: Record<DivisionKey, string> = {
  month: 'month',
  quarter: 'quarter',
  round: 'round type',
  industry: 'industry',
  place: 'place',
  size: 'size',
  employees: 'employees',
};

type SortValue = number | string | null;

/** Sorts ids as the service does: undisclosed last in both directions, then by id (contract, conventions). */
export function sortIds(
  ids: readonly string[],
  { figure, direction }: Pick<Sort, 'figure' | 'direction'>,
  figures: Readonly<Record<string, Figures>> = {},
): string[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = ids.map((id) => ({ id, value: orNull(figure?.(id, figures[id])) }));
  return keyed
    .toSorted((one, other) => compare(one.value, other.value, sign) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
}

const orNull = (value: SortValue | undefined): SortValue => (value === undefined || Number.isNaN(value) ? null : value);

function compare(one: SortValue, other: SortValue, sign: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

type ShownSort = Pick<Sort, 'column' | 'direction'> & { readonly label: string };

/** How results are sorted: by relevance after a search by meaning, else as the query says. */
export function findShownSort(resource: AnyResource, query: SearchQuery): ShownSort {
  if (isByMeaning({ resource, query }))
    return { label: 'most relevant first', column: 'similarity', direction: 'descending' };
  const sort = findSort(resource, query.sort);
  return { ...sort, label: resource.sortLabels[sort.value] ?? sort.value };
}

/** Whether a query searches by meaning, so that its results are sorted by relevance. */
export const isByMeaning = ({ resource, query }: ResourceQuery): boolean =>
  resource.filters.some((filter) => filter.kind === 'semantic' && isFilterSet(filter, query));

/** The sort order with that name on the wire; the default order for an unknown name. */
export const findSort = ({ sorts }: AnyResource, value: string): Sort => {
  const sort = sorts.find((one) => one.value === value) ?? sorts[0];
  if (!sort) throw new Error('A resource needs at least one sort order.');
  return sort;
};
