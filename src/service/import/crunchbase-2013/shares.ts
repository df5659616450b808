import { parseUtcDay } from '#contract/scalars.ts';
import { readRows, type Delimited } from '../delimited.ts';
import type { ReportKeeper } from '../report.ts';
import { shareColumns, toAmount, toCells } from './columns.ts';
import type { Round } from './rounds.ts';

/** That a firm took part in a round of that startup on that day; `amount` is the round's, divided by its investors. */
export type Share = { line: number; investor: string; startup: string; day: string; amount: number | undefined };

/** How far a round's amount may lie from the sum of its shares and still be meant: shares are rounded to cents. */
const tolerance = 0.01;

type Options = {
  startups: ReadonlySet<string>;
  days: ReadonlySet<string>;
  report: ReportKeeper;
  onProgress?: Delimited['onProgress'];
};

/** Reads the shares that belong to a round, by startup and day; every other row goes into the report with its reason. */
export async function readShares(path: string, file: string, options: Options): Promise<Map<string, Share[]>> {
  const { startups, days, report, onProgress } = options;
  const shares = new Map<string, Share[]>();
  const seen = new Set<string>();
  for await (const { line, cells: raw } of readRows({ path, delimiter: '\t', encoding: 'utf-8', onProgress })) {
    report.read(file);
    const find = (outcome: 'merged' | 'skipped' | 'rejected', reason: string) =>
      report.find(outcome, file, reason, line, raw.join(' '));
    const cells = toCells(shareColumns, raw);
    const day =
      cells && /^\d{8}$/.test(cells.day) ? parseUtcDay(cells.day.replace(/(....)(..)(..)/, '$1-$2-$3')) : undefined;
    const place = `${cells?.startup} ${day}`;
    if (!cells?.investor || !cells.startup) find('rejected', 'not four cells');
    else if (!startups.has(cells.startup)) find('skipped', 'startup is not in the main set');
    else if (/^\d{4}(\d\d)?-+$/.test(cells.day)) find('skipped', 'only the month or the year is known');
    else if (!day) find('rejected', 'day is no date');
    else if (!days.has(place)) find('skipped', 'startup has no round on that day');
    else {
      if (seen.has(raw.join('\t'))) find('merged', 'the same row as one before');
      seen.add(raw.join('\t'));
      const share = { line, investor: cells.investor, startup: cells.startup, day, amount: toAmount(cells.share) };
      shares.set(place, [...(shares.get(place) ?? []), share]);
    }
  }
  return shares;
}

/** The firms of each round of one startup and day. Of several rounds, equal shares belong to the one whose amount they add up to. */
export function assignShares(rounds: Round[], shares: Share[]): { firms: Map<Round, Set<string>>; guessed: Share[] } {
  const firms = new Map<Round, Set<string>>();
  const guessed: Share[] = [];
  const groups = new Map<number | undefined, Share[]>();
  for (const share of shares) groups.set(share.amount, [...(groups.get(share.amount) ?? []), share]);
  for (const [amount, group] of groups) {
    const total = (amount ?? 0) * group.length;
    const distance = ({ raised }: Round) => (raised ? Math.abs(raised - total) / raised : Number.MAX_VALUE);
    const [nearest] = rounds.toSorted((a, b) => distance(a) - distance(b));
    if (!nearest) continue;
    if (rounds.length > 1 && distance(nearest) > tolerance) guessed.push(...group);
    const known = firms.get(nearest) ?? new Set();
    for (const { investor } of group) known.add(investor);
    firms.set(nearest, known);
  }
  return { firms, guessed };
}
