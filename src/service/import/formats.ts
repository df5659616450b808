import { csvFields, jsonlFields } from './presets/api-fields.ts';
import { crunchbase2013 } from './presets/crunchbase-2013.ts';
import { crunchbaseExport } from './presets/crunchbase-export.ts';
import { defillama } from './presets/defillama.ts';
import { formd } from './presets/formd.ts';
import type { Preset } from './presets/preset.ts';
import { yc } from './presets/yc.ts';

/** The known sources, in the order of the help. */
export const importFormats: readonly Preset[] = [
  crunchbase2013,
  crunchbaseExport,
  yc,
  defillama,
  formd,
  csvFields,
  jsonlFields,
];
