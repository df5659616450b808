import { openApiFields } from './presets/api-fields.ts';
import { openCrunchbase2013 } from './presets/crunchbase-2013.ts';
import { openCrunchbaseExport } from './presets/crunchbase-export.ts';
import { openDefillama } from './presets/defillama.ts';
import { openFormdSets } from './presets/formd.ts';
import { openYc } from './presets/yc.ts';
import type { OnProgress } from './reading/input-files.ts';
import type { ReportedFeed } from './report.ts';

/** A source format: its command and how to open it. */
export type ImportFormat = {
  name: string;
  description: string;
  /** As the command line writes it: `<folder>`, or `<paths...>` for several. */
  argument: { name: string; description: string };
  options: { flags: string; description: string }[];
  open: (
    paths: string[],
    options: Record<string, string | undefined>,
    onProgress: OnProgress | undefined,
  ) => ReportedFeed | Promise<ReportedFeed>;
};

const paths = {
  name: '<paths...>',
  description: 'files or folders; names begin with companies, investors, people or deals',
};
const fieldsOptions = [
  { flags: '--record <name>', description: 'records of a single file: deals, companies, investors or people' },
  {
    flags: '--source <key>',
    description: 'name of the source; the same name replaces it (default: the name of the file)',
  },
  { flags: '--title <text>', description: 'title of the source' },
  { flags: '--licence <text>', description: 'licence of the data' },
  { flags: '--address <url>', description: 'address of the data' },
  { flags: '--created-at <day>', description: 'day on which deals without created_at were added (default: today)' },
];

export const importFormats: readonly ImportFormat[] = [
  {
    name: 'crunchbase-2013',
    description: 'The Crunchbase export of October 2013',
    argument: {
      name: '<folder>',
      description: 'folder with crunchbase-companies.csv and crunchbase-rounds.csv, plain or .gz',
    },
    options: [
      { flags: '--investors <file>', description: 'table of investors per round (vc-startup-financing-time.tsv)' },
      {
        flags: '--places <folder>',
        description: 'folder with world-cities.csv and iso3166-all.csv, for additional cities',
      },
    ],
    open: ([folder = ''], { investors, places }, onProgress) =>
      openCrunchbase2013({ folder, investors, places, onProgress }),
  },
  {
    name: 'crunchbase-export',
    description: 'The official CSV export of Crunchbase, whole or in part',
    argument: {
      name: '<folder>',
      description: 'folder or zip file with funding_rounds.csv, investments.csv and others',
    },
    options: [],
    open: ([path = ''], _options, onProgress) => openCrunchbaseExport(path, onProgress),
  },
  {
    name: 'yc',
    description: 'Startups of Y Combinator with founders: the directory, or Startups.csv with Founders.csv',
    argument: { name: '<path>', description: 'file or folder' },
    options: [],
    open: ([path = ''], _options, onProgress) => openYc(path, onProgress),
  },
  {
    name: 'defillama',
    description: 'The list of raises of DefiLlama',
    argument: { name: '<file>', description: 'raises.csv' },
    options: [],
    open: ([path = ''], _options, onProgress) => openDefillama(path, onProgress),
  },
  {
    name: 'formd',
    description: 'Form D data sets of the SEC; give all quarters that you want at once',
    argument: { name: '<paths...>', description: 'zip files or folders of the quarters' },
    options: [],
    open: (quarters, _options, onProgress) => openFormdSets(quarters, onProgress),
  },
  ...(['csv', 'jsonl'] as const).map((format) => ({
    name: format,
    description: `${format === 'csv' ? 'Tables' : 'JSON files with one object per line'} in the field names of the API (see import template ${format})`,
    argument: paths,
    options: fieldsOptions,
    open: ((given, options, onProgress) =>
      openApiFields(format, given, options, onProgress)) satisfies ImportFormat['open'],
  })),
];
