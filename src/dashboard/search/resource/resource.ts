import type { SearchCatalogue } from '#contract/filters.ts';
import type { ReactNode } from 'react';
import type { Cost } from '#contract/credits.ts';
import type { RecordStore } from '../../library/records/record-store.ts';
import type { Identified } from '../../library/row-pages/row-page.ts';
import type { StatusKind } from '../../library/own-work/work-store.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { GridColumn, GridRow } from '../table/grid-column.ts';
import { isFilterSet, type SearchQuery, type Section } from '../query/search-query.ts';
import type { Template } from './template.ts';
import type { ChartFacts, DivisionKey } from '../charts/classes.ts';

/** A figure that belongs to an answer and not to the record alone, such as the count of matching deals. */
export type Figures = Readonly<Record<string, number | string | null>>;

/** One page as a service answered it; the rows are owned by then. */
export type FoundPage = {
  readonly ids: readonly string[];
  /** Which of them this device owned before. */
  readonly ownedBefore: ReadonlySet<string>;
  readonly figures?: Readonly<Record<string, Figures>>;
  readonly total: number | null;
  readonly ignored: readonly { readonly member: string; readonly value: string }[];
  readonly moreIgnored: number;
  readonly surprises: number;
  /** What it was billed, in tenths. */
  readonly paidTenths: number;
  /** Whether its rows could be read at all. */
  readonly isRead: boolean;
};

/** An order of the service. */
export type Sort = {
  /** Its name on the wire. */
  readonly value: string;
  /** The column that shows it. */
  readonly column?: string;
  readonly direction: 'ascending' | 'descending';
  /** What a row is ordered by, where the record says it; an answer that holds every match is then reordered here. */
  readonly figure?: (id: string, figures: Figures | undefined) => number | string | null;
};

/** What a cell of a file holds. */
export type Cell = string | number | boolean | null;

/** A column of a file: its head, and what a row says there. */
export type ExportColumn<R> = readonly [head: string, read: (row: R) => Cell | undefined];

/** One kind of record that can be searched: everything that the search screen must know about it, as data. */
export type Resource<R extends GridRow> = SearchCatalogue & {
  /** The kind under which a person marks its records. */
  readonly marked: StatusKind;
  /** The company that a record belongs to, whose mark counts while the record has none (marks/standing.ts). */
  readonly toCompanyId?: (id: string) => string | undefined;
  /** The default order first. */
  readonly sorts: readonly Sort[];
  readonly templates: readonly Template[];
  readonly cost: Cost;
  /** Its rows that were paid for. */
  readonly owned: Pick<RecordStore<Identified>, 'read' | 'missing' | 'keepUnknown'>;
  /** How many names that are owned are shown with these rows for nothing. */
  readonly countNames?: (ids: readonly string[]) => number;
  readonly chart: ResourceChart;
  /** Asks for one page and keeps its rows. */
  readonly find: (authorization: SpendAuthorization, body: Section) => Promise<FoundPage>;
  /** A record with what is owned about those it names; undefined when it is not owned. */
  readonly toRow: (id: string, figures: Figures | undefined) => R | undefined;
  readonly columns: readonly GridColumn<R>[];
  readonly exported: readonly ExportColumn<R>[];
  /** A row in two lines, for a narrow screen. */
  readonly item: (row: R) => ReactNode;
  /** What a record is called, for the heads of panels. */
  readonly formatTitle: (row: R) => string;
  /** What is to be known of an empty answer, beyond its filters. */
  readonly emptyWords: string;
};

/** What a screen adds to the search that all resources share; each is given the ids of the loaded rows. */
export type ScreenParts<R extends GridRow> = {
  /** Priced tools over the table, such as buying names. */
  readonly tools?: (ids: readonly string[]) => ReactNode;
  /** What went wrong with a tool. */
  readonly toolFailure?: Error | null;
  /** What is to be said under the table. */
  readonly remark?: (ids: readonly string[]) => ReactNode;
  /** What can be done with selected rows, beyond marking and saving them. */
  readonly bulk?: (ids: readonly string[]) => ReactNode;
  /** The details of one record, with its row in this answer where it is owned; showing them asks for nothing. */
  readonly detail: (id: string, row: R | undefined) => ReactNode;
};

/** A resource without regard to its rows. */
export type AnyResource = Omit<Resource<GridRow>, 'toRow' | 'columns' | 'exported' | 'item' | 'formatTitle'>;

/** A query to one resource. */
export type ResourceQuery = { readonly resource: AnyResource; readonly query: SearchQuery };

/** What the charts of a screen must know about its records, as data. */
export type ResourceChart = {
  /** What a record says; undefined where it is not owned. */
  readonly read: (id: string) => ChartFacts | undefined;
  /** What its records can be divided by, in the order offered. */
  readonly divisions: readonly ChartDivision[];
  /** What its amounts are called and what they are; absent where it has none. */
  readonly amount?: { readonly name: string; readonly basis: string };
  /** The column of the day that stands on the axis of time: where rows come in its order, the rest lies beyond them. */
  readonly dayColumn: string;
  /** The filter whose days an activity chart counts through, and what it counts. */
  readonly activity: { readonly keys: readonly [from: string, to: string]; readonly basis: string };
};

/** One way of dividing records. */
export type ChartDivision = {
  readonly by: DivisionKey;
  /** How it is told apart, in one sentence. */
  readonly basis: string;
  /** What the bar of records is called that do not say it. */
  readonly none: string;
};

/** What divisions are called in sentences and in the head of the table twin. */
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
  const isRanked = resource.filters.some((filter) => filter.kind === 'semantic' && isFilterSet(filter, query));
  if (isRanked) return { label: 'most relevant first', column: 'similarity', direction: 'descending' };
  const sort = findSort(resource, query.sort);
  return { ...sort, label: resource.sortLabels[sort.value] ?? sort.value };
}

/** The sort order with that name on the wire; the default order for an unknown name. */
export const findSort = ({ sorts }: AnyResource, value: string): Sort => {
  const sort = sorts.find((one) => one.value === value) ?? sorts[0];
  if (!sort) throw new Error('A resource needs at least one sort order.');
  return sort;
};
