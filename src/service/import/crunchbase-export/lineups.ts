import { openParticipants, type Participants } from '../participants.ts';
import { splitList } from '../words/lists.ts';
import { readUuid, type ExportRow, type ReadExport } from './files.ts';

/** Whoever is known by uuid in the export, and the name. */
export type KnownNames = { firms: Map<string, string>; people: Map<string, string> };

export type Share = { investor: string; lead: boolean | null; partners: string[] };

/** The investors of each round by uuid, with lead and partners. */
export async function readShares(read: ReadExport): Promise<Map<string, Share[]>> {
  const shares = new Map<string, Share[]>();
  for await (const row of read('investments')) {
    const [round, investor] = [readUuid(row, 'funding_round_uuid'), readUuid(row, 'investor_uuid')];
    if (!round || !investor) continue;
    const ofRound = shares.get(round) ?? [];
    if (ofRound.some((share) => share.investor === investor)) {
      row.find('merged', 'the same investment as one before', `${round} ${investor}`);
    } else shares.set(round, [...ofRound, { investor, lead: readLead(row.cell('is_lead_investor')), partners: [] }]);
  }
  for await (const row of read('investment_partners')) {
    const share = shares
      .get(row.cell('funding_round_uuid'))
      ?.find(({ investor }) => investor === row.cell('investor_uuid'));
    if (share) share.partners.push(row.cell('partner_uuid'));
    else row.find('skipped', 'its investment is not in investments.csv', row.cell('investor_uuid'));
  }
  return shares;
}

function readLead(text: string): boolean | null {
  if (/^(t|true|1)$/i.test(text)) return true;
  return /^(f|false|0)$/i.test(text) ? false : null;
}

/**
 * Who took part in a round: the investors whose uuid has a name, and of the names that funding_rounds.csv lists the ones
 * that are left. A single uuid and a single name that are left belong together; of several nobody can tell.
 */
export function readLineup(row: ExportRow, shares: readonly Share[], known: KnownNames, byName: Participants) {
  const lineup: Named = { investors: [], angels: [], records: [] };
  const names = splitList(
    row
      .cell('investor_names')
      .replace(/^\{|\}$/g, '')
      .replaceAll('"', ''),
    [', ', ','],
  );
  const nameless: Share[] = [];
  for (const share of shares) {
    const name = known.firms.get(share.investor) ?? known.people.get(share.investor);
    if (name === undefined) nameless.push(share);
    else addKnown(row, lineup, share, known);
    if (name !== undefined && names.includes(name)) names.splice(names.indexOf(name), 1);
  }
  const single = nameless.length === 1 && names.length === 1 ? nameless[0] : undefined;
  for (const name of names) addNamed(lineup, name, single?.lead ?? null, byName);
  for (const { partners } of nameless)
    for (const partner of partners) row.find('noted', 'partner of an investor without a name: left out', partner);
  if (nameless.length > names.length) {
    row.find('noted', 'investors without a name: left out', `${nameless.length - names.length} of ${shares.length}`);
  } else if (nameless.length > 1) {
    row.find('noted', 'several investors are known by name only: without lead and uuid', names.join(', '));
  }
  return lineup;
}

type Named = {
  investors: { key: string; lead: boolean | null; partners: string[] }[];
  angels: string[];
  records: NonNullable<ReturnType<Participants['take']>['record']>[];
};

function addKnown(row: ExportRow, lineup: Named, { investor, lead, partners }: Share, known: KnownNames): void {
  if (known.people.has(investor)) {
    lineup.angels.push(investor);
    return;
  }
  const present = [...new Set(partners)].filter((partner) => known.people.has(partner));
  for (const partner of partners) {
    if (!known.people.has(partner)) row.find('noted', 'partner is not in people.csv: left out', partner);
  }
  lineup.investors.push({ key: investor, lead, partners: present });
}

function addNamed(lineup: Named, name: string, lead: boolean | null, byName: Participants): void {
  const { kind, key, record } = byName.take(name, 'by-name');
  if (record) lineup.records.push(record);
  if (kind === 'person') {
    if (!lineup.angels.includes(key)) lineup.angels.push(key);
  } else if (!lineup.investors.some((investor) => investor.key === key))
    lineup.investors.push({ key, lead, partners: [] });
}

/** Names of the rounds' lists; one that investors.csv has too means that investor. */
export function openNames(known: KnownNames): Participants {
  const participants = openParticipants();
  for (const [uuid, name] of known.firms) participants.know(name, uuid);
  return participants;
}
