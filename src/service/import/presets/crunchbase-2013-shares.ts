import type { InputFile } from '../reading/input-files.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import { parseCurrencyAmount } from '../words/amounts.ts';
import { parseDate } from '../words/dates.ts';
import type { PresetContext } from './preset.ts';

/** A round of the export of 2013. */
export type Round2013 = {
  row: SourceRow;
  key: string;
  company: string;
  /** YYYY-MM-DD; '' if it is unknown. */
  date: string;
  /** US dollars; 0 if they are unknown. */
  raised: number;
  /** The number of its rows in the file. */
  copies: number;
};

/** An investor in a round of that startup on that day; `amount` is the round's, divided by its number of investors. */
type Share = { row: SourceRow; investor: string; startup: string; amount: number | undefined };

/** The investors of each round, by a table of investor, startup, share and day. */
export async function readShares(
  context: PresetContext,
  file: InputFile,
  rounds: readonly Round2013[],
): Promise<Map<Round2013, Set<string>>> {
  const startups = new Set(rounds.map(({ company }) => company));
  const dated = rounds.filter(({ date }) => date !== '');
  const days = groupBy(dated, ({ company, date }) => `${company} ${date}`);
  const shares: (Share & { place: string })[] = [];
  for await (const share of findShares(context, file, startups, days)) shares.push(share);
  const matched = [...groupBy(shares, ({ place }) => place)].map(([place, ofDay]) => ({
    rounds: days.get(place) ?? [],
    shares: ofDay,
  }));
  const investors = new Map(matched.flatMap((day) => [...assignShares(day.rounds, day.shares)]));
  const onDays = matched.flatMap((day) => day.rounds);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  // The first figure is counted as the source counts; the next three add up to it.
  const figures = {
    'rounds with investors, as the source counts': sum(onDays.map(({ copies }) => copies)),
    'of these: distinct rounds that have them now': investors.size,
    'of these: duplicates that were merged': sum(onDays.map(({ copies }) => copies - 1)),
    'of these: rounds whose day gave them to another': onDays.length - investors.size,
    'investor rows used': shares.length,
  };
  for (const [name, value] of Object.entries(figures)) context.report.figure(name, value);
  return investors;
}

function groupBy<T, Key>(list: readonly T[], keyOf: (element: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const element of list) {
    const group = groups.get(keyOf(element));
    if (group) group.push(element);
    else groups.set(keyOf(element), [element]);
  }
  return groups;
}

/** The shares that belong to a round, with their startup and day; every other row is reported with its reason. */
async function* findShares(
  { read }: PresetContext,
  file: InputFile,
  startups: ReadonlySet<string>,
  days: ReadonlyMap<string, unknown>,
): AsyncGenerator<Share & { place: string }> {
  const seen = new Set<string>();
  const columns = ['investor', 'startup', 'share', 'day'];
  for await (const row of read(file, { type: 'tsv', encoding: 'utf-8', columns })) {
    const [investor = '', startup = '', share = '', written = ''] = columns.map(row.cell);
    const text = [investor, startup, share, written].join(' ');
    const date = parseDate(written);
    const place = `${startup} ${date?.day}`;
    if (!investor || !startup) row.report('rejected', 'no investor or startup', text);
    else if (!startups.has(startup)) row.report('skipped', 'startup is not in the main set', text);
    else if (/^\d{4}(\d\d)?-+$/.test(written)) row.report('skipped', 'only the month or the year is known', text);
    else if (date?.precision !== 'day') row.report('rejected', 'day is not a date', text);
    else if (!days.has(place)) row.report('skipped', 'startup has no round on that day', text);
    else {
      if (seen.has(text)) row.report('merged', 'the same row as one before', text);
      seen.add(text);
      yield { row, investor, startup, amount: parseCurrencyAmount(share)?.value, place };
    }
  }
}

/** The largest relative difference between a round's amount and the sum of its shares, which are rounded to cents. */
const tolerance = 0.01;

/**
 * The investors of each round of one startup and day. If there are several rounds, equal shares belong to the one whose
 * amount they add up to.
 */
function assignShares(rounds: readonly Round2013[], shares: readonly Share[]): Map<Round2013, Set<string>> {
  const investors = new Map<Round2013, Set<string>>();
  for (const [amount, group] of groupBy(shares, (share) => share.amount)) {
    const total = (amount ?? 0) * group.length;
    const distance = ({ raised }: Round2013) => (raised ? Math.abs(raised - total) / raised : Number.MAX_VALUE);
    const [nearest] = rounds.toSorted((a, b) => distance(a) - distance(b));
    if (!nearest) continue;
    if (rounds.length > 1 && distance(nearest) > tolerance)
      for (const { row, startup } of group)
        row.report('noted', 'no round of that day has this amount: the nearest was used', `${startup} ${amount}`);
    investors.set(nearest, new Set([...(investors.get(nearest) ?? []), ...group.map(({ investor }) => investor)]));
  }
  return investors;
}
