import type { ImportReport, ReportedFeed } from './report.ts';
import type { ImportedDeal, SourceRecord } from './records.ts';
import { formatRows } from './guess/doubts.ts';

/** What would come in, before anything is written. */
export type ImportCheck = {
  rows: { read: number; loaded: number; merged: number; rejected: number };
  companies: number;
  investors: number;
  people: number;
  deals: number;
  /** Amounts as the file has them, by year and currency; null where either is unknown. */
  sums: { year: string | null; currency: string | null; deals: number; amount: number }[];
  /** The largest rounds of each currency together, by US dollars where they are known. */
  largest: { company: string; type: string; date: string | null; amount: number; currency: string | null }[];
  frequent: { investor: string; deals: number }[];
  /** What deserves a look, each with example rows. */
  doubts: string[];
};

const listed = 10;
/** Above these shares a finding is no exception. */
const manyUnread = 0.02;
const manyMerged = 0.05;
const firstDay = '1980-01-01';
/** No private round was larger, in dollars; in a currency of which a dollar buys hundreds, no amount is told from an error. */
const largestRound = 50e9;
const weak = new Set(['JPY', 'KRW', 'IDR', 'VND', 'INR', 'NGN', 'CLP', 'COP', 'HUF', 'RUB', 'PKR', 'KZT', 'TRY']);

/** Findings that are normal in any table and need no change of the mapping. */
const expected = new Set(['an investor in another spelling', 'the row is blank', 'the same person as one before']);

/** Reads the records of a feed, at most of `maxRows` rows, and says what they are; `today` is the last plausible day. */
export async function checkImport(feed: ReportedFeed, today: string, maxRows = Infinity): Promise<ImportCheck> {
  const counts = openCounts(today);
  let records = 0;
  for await (const record of feed.records) {
    counts.add(record);
    records += 1;
    // Not for every record, because each call builds a report.
    if (records % 1_000 === 0 && (feed.readReport().files[0]?.read ?? 0) >= maxRows) break;
  }
  const report = feed.readReport();
  const [file] = report.files;
  const { read = 0, loaded = 0, merged = 0, rejected = 0 } = file ?? {};
  return {
    rows: { read, loaded, merged, rejected },
    ...counts.end(),
    doubts: [...counts.listDoubts(), ...listDoubts(report)],
  };
}

function openCounts(today: string) {
  const names = {
    company: new Map<string, string>(),
    investor: new Map<string, string>(),
    person: new Map<string, string>(),
  };
  const sums = new Map<string, ImportCheck['sums'][number]>();
  const rounds = { investor: new Map<string, number>(), person: new Map<string, number>() };
  let largest: { round: ImportCheck['largest'][number]; order: number }[] = [];
  let deals = 0;
  const odd = { date: [] as string[], amount: [] as string[] };
  const count = (of: Map<string, number>, key: string) => void of.set(key, (of.get(key) ?? 0) + 1);
  const addDeal = (deal: ImportedDeal) => {
    deals += 1;
    const year = deal.date?.slice(0, 4) ?? null;
    const company = names.company.get(deal.companyKey) ?? deal.companyKey;
    if (deal.date && (deal.date < firstDay || deal.date.slice(0, 7) > today.slice(0, 7)))
      odd.date.push(`${company}: ${deal.date}`);
    for (const { sizeNative = null, sizeUsd = null, currency = null } of deal.financings) {
      const key = `${year}|${currency}`;
      const sum = sums.get(key) ?? { year, currency: sizeNative === null ? null : currency, deals: 0, amount: 0 };
      sums.set(key, { ...sum, deals: sum.deals + 1, amount: sum.amount + (sizeNative ?? 0) });
      if (sizeNative === null) continue;
      if ((sizeUsd ?? sizeNative) > largestRound && !weak.has(currency ?? ''))
        odd.amount.push(`${company}: ${sizeNative} ${currency ?? ''}`);
      const round = { company, type: deal.roundType, date: deal.date ?? null, amount: sizeNative, currency };
      largest.push({
        round,
        order: sizeUsd ?? sizeNative / (weak.has(currency ?? '') ? 100 : 1),
      });
      if (largest.length > 1_000) largest = keepLargest(largest);
    }
    for (const { key } of deal.investors ?? []) count(rounds.investor, key);
    for (const key of deal.angels ?? []) count(rounds.person, key);
  };
  return {
    add(record: SourceRecord) {
      if (record.kind === 'deal') addDeal(record);
      else if (record.kind === 'rename') names[record.entity].set(record.key, record.name);
      else if (record.kind !== 'place') {
        names[record.kind].set(record.key, record.name);
        if (record.kind !== 'company') return;
        for (const key of record.backers?.investors ?? []) count(rounds.investor, key);
        for (const key of record.backers?.people ?? []) count(rounds.person, key);
      }
    },
    end: () => ({
      companies: names.company.size,
      investors: names.investor.size,
      people: names.person.size,
      deals,
      sums: [...sums.values()].toSorted((a, b) => (b.year ?? '').localeCompare(a.year ?? '') || b.deals - a.deals),
      largest: keepLargest(largest).map(({ round }) => round),
      frequent: (['investor', 'person'] as const)
        .flatMap((kind) =>
          [...rounds[kind]].map(([key, number]) => ({ investor: names[kind].get(key) ?? key, deals: number })),
        )
        .toSorted((a, b) => b.deals - a.deals)
        .slice(0, listed),
    }),
    listDoubts: () => [
      ...sayOdd(
        odd.date,
        `${odd.date.length} rounds are dated before ${firstDay.slice(0, 4)} or in the future`,
        'deal.date',
      ),
      ...sayOdd(odd.amount, `${odd.amount.length} rounds are larger than any that is known`, 'deal.raised.multiplier'),
    ],
  };
}

const keepLargest = <Round extends { order: number }>(rounds: readonly Round[]): Round[] =>
  rounds.toSorted((a, b) => b.order - a.order).slice(0, listed);

const sayOdd = (examples: readonly string[], text: string, mapping: string): string[] =>
  examples.length === 0 ? [] : [`${text} (${examples.slice(0, 3).join('; ')}). The mapping decides it in ${mapping}`];

/** The findings of a report as doubts, the most frequent first. */
function listDoubts({ files, findings }: ImportReport): string[] {
  const read = Math.max(
    1,
    files.reduce((sum, file) => sum + file.read, 0),
  );
  const isMany = (count: number, share: number) => count > read * share;
  return findings
    .filter(({ reason }) => !expected.has(reason) && !reason.endsWith('an investor is listed twice'))
    .toSorted((a, b) => b.count - a.count)
    .map(({ outcome, reason, count, rows }) => {
      const share =
        (outcome === 'merged' && isMany(count, manyMerged)) ||
        (outcome === 'repaired' && isMany(count, manyUnread)) ||
        outcome === 'rejected';
      const percent = share && isMany(count, manyUnread) ? `, ${Math.round((count / read) * 100)} % of all` : '';
      const distinct = [...new Map(rows.map((row) => [row.value, row])).values()];
      return `${reason} (${count} ${count === 1 ? 'row' : 'rows'}${percent})${formatRows(distinct)}`;
    });
}
