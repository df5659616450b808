import type { z } from 'zod';
import { mapRows, type MapperOptions, type RowToMap } from '../mapping/mapper.ts';
import { type Mapping, mappingSchema, type WordOf } from '../mapping/schema.ts';
import type { InputFile, OnProgress } from '../reading/input-files.ts';
import { readSourceRows, type SourceRow, type SourceRowOptions } from '../reading/source-rows.ts';
import type { Source } from '../records.ts';
import { type ReportedFeed, reportFeed, type ReportWriter } from '../report.ts';

/** A known source: its command, and a hook that yields each row with its mapping. */
export type Preset = {
  /** `import NAME`. */
  name: string;
  description: string;
  /** As the command line writes it: `<folder>`, or `<paths...>` for several. */
  argument: { name: string; description: string };
  options?: { flags: string; description: string }[];
  /** Finds the files of the source; missing ones are reported before anything is read. */
  find: (paths: readonly string[], options: PresetOptions) => Promise<FoundSource>;
};

type PresetOptions = Record<string, string | undefined>;

type FoundSource = {
  source: Source;
  rows: (context: PresetContext) => AsyncIterable<RowToMap>;
  /** The source's own words for industries. */
  industries?: MapperOptions['industries'];
  /** Reads cities that our gazetteer does not have. */
  readCities?: ((context: PresetContext) => Promise<MapperOptions['world']>) | undefined;
};

/** Reads files for a preset's hook. */
export type PresetContext = {
  report: ReportWriter;
  read: (
    file: InputFile | undefined,
    options?: Omit<SourceRowOptions, 'report' | 'onProgress'>,
  ) => AsyncGenerator<SourceRow>;
};

export async function openPreset(
  { find }: Preset,
  paths: readonly string[],
  options: PresetOptions = {},
  onProgress?: OnProgress,
): Promise<ReportedFeed> {
  const { source, rows, industries = {}, readCities } = await find(paths, options);
  return reportFeed(source, async function* readPreset(report) {
    const context: PresetContext = {
      report,
      async *read(file, format = {}) {
        if (file) yield* readSourceRows(file, { ...format, report, onProgress });
      },
    };
    yield* mapRows(rows(context), report, { industries, world: await readCities?.(context) });
  });
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
