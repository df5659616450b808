import type { Source } from '../records.ts';
import { type Mapping, mappingSchema, type WordOf } from '../mapping/schema.ts';
import { mapRows, type MapperOptions, type RowToMap } from '../mapping/mapper.ts';
import { readSourceRows, type SourceRow, type SourceRowOptions } from '../reading/source-rows.ts';
import type { InputFile, OnProgress } from '../reading/input-files.ts';
import { type ReportedFeed, reportFeed, type ReportWriter } from '../report.ts';
import type { z } from 'zod';

/** Reads files for a preset's hook. */
export type PresetContext = {
  report: ReportWriter;
  read: (
    file: InputFile | undefined,
    options?: Omit<SourceRowOptions, 'report' | 'onProgress'>,
  ) => AsyncGenerator<SourceRow>;
};

/** A known source: a hook that yields each row with its mapping. */
type Preset = {
  source: Source;
  rows: (context: PresetContext) => AsyncIterable<RowToMap>;
  /** Options of the mapper. */
  options?: MapperOptions | ((context: PresetContext) => Promise<MapperOptions>);
};

export function openPreset({ source, rows, options = {} }: Preset, onProgress: OnProgress | undefined): ReportedFeed {
  return reportFeed(source, async function* readPreset(report) {
    const context = createContext(report, onProgress);
    const chosen = typeof options === 'function' ? await options(context) : options;
    yield* mapRows(rows(context), report, chosen);
  });
}

function createContext(report: ReportWriter, onProgress: OnProgress | undefined): PresetContext {
  return {
    report,
    async *read(file, options = {}) {
      if (file) yield* readSourceRows(file, { ...options, report, onProgress });
    },
  };
}

export type PresetFields = Omit<z.input<typeof mappingSchema>, 'source'>;

/** A preset's mapping: no word means unknown, and records are dated as added on `createdAt` unless a row has a day. */
export const createPresetMapping = (createdAt: string, fields: PresetFields): Mapping =>
  mappingSchema.parse({
    source: { key: 'preset', title: 'preset', licence: 'preset', created_at: createdAt },
    unknown: [],
    ...fields,
  });

/** Fields whose columns have the same names; `names` is separated by spaces. */
export const sameNames = <Names extends string>(names: Names) =>
  Object.fromEntries(names.split(' ').map((name) => [name, name])) as Record<WordOf<Names>, string>;
