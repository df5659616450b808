import type { SearchCatalogue } from '#contract/filters.ts';
import type { FunctionComponent, ReactNode } from 'react';
import type { Cost } from '#contract/credits.ts';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import type { Identified, RecordStore } from '../../../../records/record-store.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import type { ExportColumn, GridColumn, Grouping, GridRow } from '../table/grid-column.ts';
import { isFilterSet, type SearchQuery, type Section } from '../query/search-query.ts';
import type { Template } from './template.ts';
import type { ChartFacts, DivisionKey } from '../charts/classes.ts';

/** Figures of a record in one search, such as its number of matching deals. */
export type Figures = Readonly<Record<string, number | string | null>>;

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

/** A kind of record that can be searched. */
export type Resource = SearchCatalogue & {
  /** The kind of its records' statuses. */
  readonly statusKind: StatusKind;
  /** The company of a record, whose status applies while the record has none. */
  readonly toCompanyId?: (id: string) => string | undefined;
  /** The default order first. */
  readonly sorts: readonly Sort[];
  readonly templates: readonly Template[];
  /** What to say about empty results, beyond the filters. */
  readonly emptyMessage: string;
  readonly cost: Cost;
  readonly extras?: RowExtras;
  /** Counts all matches, free, where the service can. */
  readonly count: (body: Section) => Promise<{ readonly total: number | null }>;
  /** The filters, by their first key, whose values are counted next to the rows; deals count all values at once. */
  readonly facets?: {
    readonly keys: readonly string[];
    readonly count: (searches: readonly Section[]) => Promise<readonly number[]>;
  };
  /** Its unlocked records. */
  readonly unlocked: Pick<RecordStore<Identified>, 'read' | 'missing' | 'rows'>;
  /** Finds those that a search would charge again. */
  readonly unlockedMatch?: UnlockedMatch;
  readonly chart: ResourceChart;
};

/** How a screen shows rows: in its table, as items on a narrow screen, in the panel and in files. */
export type RowDisplay<R extends GridRow> = {
  /** An unlocked record with the unlocked names it refers to; undefined when it is locked. */
  readonly toRow: (id: string, figures: Figures | undefined) => R | undefined;
  readonly columns: readonly GridColumn<R>[];
  /** How loaded rows can be grouped, besides by status. */
  readonly groupings: readonly Grouping<R>[];
  /** The table of a search by meaning: its columns, also where it is grouped by match, and its row height in pixels. */
  readonly byMeaning?: {
    readonly columns: readonly GridColumn<R>[];
    readonly groupedColumns: readonly GridColumn<R>[];
    readonly grouping: Grouping<R> & { readonly isKnown: () => boolean };
    readonly height: number;
  };
  /** All columns of a file, with ids, under heads that stay the same. */
  readonly exported: readonly ExportColumn<R>[];
  /** A row for a narrow screen, and its height in pixels where it is not that of two lines. */
  readonly item: (row: R) => ReactNode;
  readonly itemHeight?: number;
  /** A card of the board, under its name; screens without one have no board. */
  readonly card?: (row: R) => ReactNode;
  /** Name, one line and profile of a record, for the head of its panel. */
  readonly describe: (row: R) => {
    readonly name: string | null | undefined;
    readonly about: string | undefined;
    readonly profile?: ProfileTarget;
  };
  /** The details of one record, with its row if it is unlocked. Showing them is free. */
  readonly detail: (id: string, row: R | undefined) => ReactNode;
  /** What unlocks the names that the loaded rows lack. */
  readonly Unlock?: FunctionComponent<UnlockProps>;
  /** Actions on selected rows, besides status and export. */
  readonly bulk?: (ids: readonly string[]) => ReactNode;
};

export type UnlockProps = {
  /** The loaded rows. */
  readonly ids: readonly string[];
  /** Gets the button that unlocks, or null where they lack nothing. */
  readonly children: (button: ReactNode | null) => ReactNode;
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

/** Whether an unlocked record matches a query, by the filters with these keys. */
type UnlockedMatch = {
  readonly isMatch: (id: string, query: SearchQuery) => boolean;
  readonly keys: readonly (keyof SearchQuery)[];
};

/** A query to one resource. */
export type ResourceQuery = { readonly resource: Resource; readonly query: SearchQuery };

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
  readonly activity: {
    readonly keys: readonly [from: 'from' | 'deal_from', to: 'to' | 'deal_to'];
    readonly basis: string;
  };
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
export function findShownSort(resource: Resource, query: SearchQuery): ShownSort {
  if (isByMeaning({ resource, query }))
    return { label: 'most relevant first', column: 'similarity', direction: 'descending' };
  const sort = findSort(resource, query.sort);
  return { ...sort, label: resource.sortLabels[sort.value] ?? sort.value };
}

/** Whether a query searches by meaning, so that its results are sorted by relevance. */
export const isByMeaning = ({ resource, query }: ResourceQuery): boolean =>
  resource.filters.some((filter) => filter.kind === 'semantic' && isFilterSet(filter, query));

/** The sort order with that name on the wire; the default order for an unknown name. */
export const findSort = ({ sorts }: Resource, value: string): Sort => {
  const sort = sorts.find((one) => one.value === value) ?? sorts[0];
  if (!sort) throw new Error('A resource needs at least one sort order.');
  return sort;
};
