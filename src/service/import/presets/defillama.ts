import type { RowToMap } from '../mapping/mapper.ts';
import { findOneInput, type InputFile } from '../reading/input-files.ts';
import { parseRoundType } from '../words/round-types.ts';
import { createPresetMapping, type Preset, type PresetContext } from './preset.ts';

/** The day of the export; all records count as added on it. */
const exportedOn = '2023-04-09';
/** With spaces: "Collab+Currency" is one investor. Some cells use commas. */
const split = [' + ', ', '];

/** Categories that are narrower here than elsewhere, with their industries. */
export const defillamaIndustries: Record<string, string> = {
  Analytics: 'crypto-analytics',
  'Digital Identity': 'decentralized-identity',
  Game: 'blockchain-gaming',
  Gaming: 'blockchain-gaming',
  Infrastructure: 'blockchain-infrastructure',
  Mining: 'crypto-mining',
  Payments: 'crypto-payments',
  'Social Platform': 'decentralized-social',
  Storage: 'decentralized-storage',
  Trading: 'crypto-trading',
  // All companies in the list are in this category.
  Blockchain: 'blockchain',
};

const raise = createPresetMapping(exportedOn, {
  amounts: { currency: 'USD' },
  company: { id: 'Name', name: 'Name', industries: 'industries', short_description: 'Description' },
  deal: {
    id: 'id',
    round_type: 'Round',
    extension: 'extension',
    date: 'Date',
    raised: 'Amount Raised',
    financings: { each: 'parts', type: 'type', size: 'size' },
    valuation: { column: 'Valuation', multiplier: 'million' },
    short_description: 'Description',
    article: 'Source',
  },
  investors: [
    { column: 'Lead Investor', split, kind: 'by-name', lead: true },
    { column: 'Other Investors', split, kind: 'by-name', lead: false },
  ],
});

export const defillama: Preset = {
  name: 'defillama',
  description: 'The list of raises of DefiLlama',
  argument: { name: '<file>', description: 'raises.csv' },
  async find([path = '']) {
    const file = await findOneInput(path);
    return {
      source: {
        key: 'defillama',
        title: 'Raises, DefiLlama, April 2023',
        licence: 'no licence stated',
        address: 'https://defillama.com/raises',
        snapshot: exportedOn,
      },
      industries: defillamaIndustries,
      rows: (context) => readRaises(context, file),
    };
  },
};

async function* readRaises({ read, report }: PresetContext, file: InputFile): AsyncGenerator<RowToMap> {
  const required = ['Name', 'Date', 'Amount Raised', 'Round', 'Lead Investor', 'Other Investors'];
  let named = 0;
  for await (const row of read(file, { required })) {
    const [lead, other] = ['Lead Investor', 'Other Investors'].map((column) =>
      row.cell(column).replace(/\+(?=\s*(,|$))/g, ''),
    );
    if (lead || other) named += 1;
    const members = {
      id: ['Name', 'Date', 'Round', 'Amount Raised'].map(row.cell).join('|'),
      industries: [row.cell('Category'), 'Blockchain'],
      'Lead Investor': lead,
      'Other Investors': other,
      ...describeRound(row.cell('Round')),
    };
    yield { mapping: raise, row: row.with(members) };
  }
  report.figure('rows with an investor', named);
}

function describeRound(word: string): object {
  // Two rounds in one row, with one amount for both.
  if (/^series a & b$/i.test(word)) return { Round: 'Series B', parts: [{ type: 'SERIES_A' }, { type: 'SERIES_B' }] };
  const round = parseRoundType(word);
  // A later step of a round is an extension here: "Series A+", "A2", "A-4"; the first is the round itself: "B1".
  const later = round !== undefined && round.intermediate !== 'NONE' && round.intermediate !== 'ONE';
  return later ? { extension: true } : {};
}
