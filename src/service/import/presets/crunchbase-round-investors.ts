import { z } from 'zod';
import type { SourceRow } from '../reading/source-rows.ts';
import { parseFlag } from '../words/enums.ts';
import { splitList } from '../words/lists.ts';

/** The files of the export with records. */
export type ExportName =
  | 'organizations'
  | 'funding_rounds'
  | 'investors'
  | 'investments'
  | 'investment_partners'
  | 'people'
  | 'jobs'
  | 'degrees';

/** The rows of a file of the export; none if the file is missing. `isSecondRead`: its rows were counted before. */
export type ReadExport = (name: ExportName, isSecondRead?: boolean) => AsyncGenerator<SourceRow>;

/** The first of these columns with a value; '' when none has one. */
export const firstOf = (row: SourceRow, ...columns: string[]): string =>
  columns.map(row.cell).find((cell) => cell !== '') ?? '';

/** A uuid in lower case; undefined for anything else, which is reported. */
export function readUuid(row: SourceRow, ...columns: string[]): string | undefined {
  const text = firstOf(row, ...columns);
  return z.regexes.guid.test(text) ? text.toLowerCase() : row.report('rejected', `${columns[0]} is not a uuid`, text);
}

/** The names of all investors and people with a row of their own, by uuid. */
export type KnownNames = { investors: Map<string, string>; people: Map<string, string> };

export type Investment = { investor: string; lead: boolean | null; partners: string[] };

/** The investments of each round by uuid, with lead and partners. */
export async function readInvestments(read: ReadExport): Promise<Map<string, Investment[]>> {
  const shares = new Map<string, Investment[]>();
  for await (const row of read('investments')) {
    const [round, investor] = [readUuid(row, 'funding_round_uuid'), readUuid(row, 'investor_uuid')];
    if (!round || !investor) continue;
    const ofRound = shares.get(round) ?? [];
    if (ofRound.some((share) => share.investor === investor))
      row.report('merged', 'the same investment as one before', `${round} ${investor}`);
    else
      shares.set(round, [
        ...ofRound,
        { investor, lead: parseFlag(row.cell('is_lead_investor')) ?? null, partners: [] },
      ]);
  }
  for await (const row of read('investment_partners')) {
    const ofRound = shares.get(row.cell('funding_round_uuid'));
    const share = ofRound?.find(({ investor }) => investor === row.cell('investor_uuid'));
    if (share) share.partners.push(row.cell('partner_uuid'));
    else row.report('skipped', 'its investment is not in investments.csv', row.cell('investor_uuid'));
  }
  return shares;
}

/**
 * The investors in a round: those whose uuid has a name, and the remaining names of funding_rounds.csv. A single
 * remaining uuid and a single remaining name belong together; several cannot be matched.
 */
export function readRoundInvestors(row: SourceRow, shares: readonly Investment[], known: KnownNames): object {
  const list = row
    .cell('investor_names')
    .replace(/^\{|\}$/g, '')
    .replaceAll('"', '');
  const names = splitList(list, [', ', ',']);
  const nameless: Investment[] = [];
  for (const share of shares) {
    const name = known.investors.get(share.investor) ?? known.people.get(share.investor);
    if (name === undefined) nameless.push(share);
    else if (names.includes(name)) names.splice(names.indexOf(name), 1);
  }
  reportNameless(row, shares, nameless, names);
  const single = nameless.length === 1 && names.length === 1 ? nameless[0] : undefined;
  return {
    angels: shares.filter(({ investor }) => known.people.has(investor)).map(({ investor }) => ({ id: investor })),
    investors: shares
      .filter(({ investor }) => known.investors.has(investor) && !known.people.has(investor))
      .map(({ investor, lead, partners }) => ({ id: investor, lead, partners: partners.map((id) => ({ id })) })),
    named: names.map((name) => ({ name, lead: single?.lead ?? null })),
  };
}

function reportNameless(
  row: SourceRow,
  shares: readonly Investment[],
  nameless: readonly Investment[],
  names: readonly string[],
): void {
  for (const partner of nameless.flatMap(({ partners }) => partners))
    row.report('noted', 'partner of an investor without a name: left out', partner);
  if (nameless.length > names.length)
    row.report('noted', 'investors without a name: left out', `${nameless.length - names.length} of ${shares.length}`);
  else if (nameless.length > 1)
    row.report('noted', 'several investors are known by name only: without lead and uuid', names.join(', '));
}
