import type { Config } from '#contract/config.ts';
import { buildBody, type SearchQuery, type Section } from '../query/search-query.ts';
import { describeQuery } from '../query/sentence.ts';
import type { Resource } from '../resource/resource.ts';
import type { Cell } from '../table/grid-column.ts';

/** The contents and origin of an exported file. */
export type ExportManifest = {
  readonly query: string;
  readonly request: { readonly path: string; readonly body: Section };
  readonly answered_at: string;
  readonly saved_at: string;
  readonly rows: number;
  readonly rows_loaded: number;
  readonly rows_matching: number | null;
  /** Why it contains fewer rows than were loaded; empty if it contains all. */
  readonly narrowed_by: readonly string[];
  /** The credits charged for the loaded rows. */
  readonly credits_of_answer: number;
  readonly credits_of_this_file: 0;
  readonly source: string;
  readonly licence: string;
};

type ExportFacts = {
  readonly rows: number;
  readonly loaded: number;
  readonly total: number | null;
  readonly narrowedBy: readonly string[];
  readonly paidTenths: number;
  readonly loadedAt: number;
  /** The service that sent the rows; undefined if unknown. */
  readonly connected: Config | undefined;
};

/** Describes a file: its search, date, row counts and data source. */
export function buildManifest(resource: Resource, query: SearchQuery, facts: ExportFacts): ExportManifest {
  const body = buildBody(resource.filters, query);
  return {
    query: `${describeQuery(resource, query)}.`,
    request: { path: `/${resource.name}`, body },
    answered_at: new Date(facts.loadedAt).toISOString(),
    saved_at: new Date().toISOString(),
    rows: facts.rows,
    rows_loaded: facts.loaded,
    rows_matching: facts.total,
    narrowed_by: facts.narrowedBy,
    credits_of_answer: facts.paidTenths / 10,
    credits_of_this_file: 0,
    ...describeOrigin(facts.connected),
  };
}

/** The data source and licence; a hosted service reports neither. */
function describeOrigin(connected: Config | undefined): Pick<ExportManifest, 'source' | 'licence'> {
  if (connected?.service !== 'own') {
    return {
      source: `hosted service at ${connected?.host ?? 'an unknown host'}`,
      licence: 'as agreed with the hosted service',
    };
  }
  const { sources } = connected;
  return {
    source: ['own service', ...sources.map(({ title }) => title)].join(', '),
    licence: [...new Set(sources.map(({ licence }) => licence))].join(', '),
  };
}

/** The manifest as rows of name and value, for formats without nested values. */
export const buildManifestRows = (manifest: ExportManifest): (readonly [string, Cell])[] =>
  Object.entries(manifest).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ]);
