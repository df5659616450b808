import { parseUtcDay } from '#contract/scalars.ts';
import type { SourceRow } from '../mapping/source-row.ts';
import type { InputFile } from '../reading/input-files.ts';
import type { PresetContext } from './preset.ts';

/** A round of the export of 2013. */
export type Round = {
  row: SourceRow;
  key: string;
  company: string;
  date: string | null;
  raised: number | null;
  /** Rows of the file that are this round. */
  copies: number;
};

/** That an investor took part in a round of that startup on that day; `amount` is the round's, divided by its investors. */
export type Share = { row: SourceRow; investor: string; startup: string; amount: number | undefined };

/** How far a round's amount may be from the sum of its shares and still be meant: shares are rounded to cents. */
const tolerance = 0.01;

/** Reads the shares that belong to a round, by startup and day; every other row goes into the report with its reason. */
export async function readShares(
  { read }: PresetContext,
  file: InputFile,
  { startups, days }: { startups: ReadonlySet<string>; days: ReadonlySet<string> },
): Promise<Map<string, Share[]>> {
  const shares = new Map<string, Share[]>();
  const seen = new Set<string>();
  const columns = ['investor', 'startup', 'share', 'day'];
  for await (const row of read(file, { type: 'tsv', encoding: 'utf-8', columns })) {
    const [investor = '', startup = '', share = '', written = ''] = columns.map(row.cell);
    const text = [investor, startup, share, written].join(' ');
    const day = /^\d{8}$/.test(written) ? parseUtcDay(written.replace(/(....)(..)(..)/, '$1-$2-$3')) : undefined;
    const place = `${startup} ${day}`;
    if (!investor || !startup) row.find('rejected', 'no investor or no startup', text);
    else if (!startups.has(startup)) row.find('skipped', 'startup is not in the main set', text);
    else if (/^\d{4}(\d\d)?-+$/.test(written)) row.find('skipped', 'only the month or the year is known', text);
    else if (!day) row.find('rejected', 'day is no date', text);
    else if (!days.has(place)) row.find('skipped', 'startup has no round on that day', text);
    else {
      if (seen.has(text)) row.find('merged', 'the same row as one before', text);
      seen.add(text);
      const amount = /^\d{1,15}(\.\d+)?$/.test(share) ? Number(share) : undefined;
      shares.set(place, [...(shares.get(place) ?? []), { row, investor, startup, amount }]);
    }
  }
  return shares;
}

/**
 * The investors of each round of one startup and day. Of several rounds, equal shares belong to the one whose amount
 * they add up to.
 */
export function assignShares(
  rounds: readonly Round[],
  shares: readonly Share[],
): { investors: Map<Round, Set<string>>; guessed: Share[] } {
  const investors = new Map<Round, Set<string>>();
  const guessed: Share[] = [];
  const groups = new Map<number | undefined, Share[]>();
  for (const share of shares) groups.set(share.amount, [...(groups.get(share.amount) ?? []), share]);
  for (const [amount, group] of groups) {
    const total = (amount ?? 0) * group.length;
    const distance = ({ raised }: Round) => (raised ? Math.abs(raised - total) / raised : Number.MAX_VALUE);
    const [nearest] = rounds.toSorted((a, b) => distance(a) - distance(b));
    if (!nearest) continue;
    if (rounds.length > 1 && distance(nearest) > tolerance) guessed.push(...group);
    const known = investors.get(nearest) ?? new Set();
    for (const { investor } of group) known.add(investor);
    investors.set(nearest, known);
  }
  return { investors, guessed };
}
