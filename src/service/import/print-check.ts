import type { ImportCheck } from './check.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });

const plural = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** "3,901 rounds of 2,164 companies with 512 investors, from 4,000 rows". */
function formatCounts({ deals, companies, investors, people, rows }: ImportCheck): string {
  const parts = [
    ...(deals > 0 ? [`${plural(deals, 'round', 'rounds')} of`] : []),
    ...(companies > 0 ? [plural(companies, 'company', 'companies')] : []),
  ].join(' ');
  const others = [
    ...(investors > 0 ? [plural(investors, 'investor', 'investors')] : []),
    ...(people > 0 ? [plural(people, 'person', 'people')] : []),
  ].join(' and ');
  const what = [parts, others].filter(Boolean).join(', ') || 'nothing';
  return `${what}, from ${plural(rows.read, 'row', 'rows')}`;
}

/** What would come in, for the terminal: counts, sums, the largest rounds, the most frequent investors, and doubts. */
export function formatCheck(rows: string | undefined, check: ImportCheck): string {
  const { sums, largest, frequent, doubts } = check;
  const lines = [
    formatCounts(check),
    ...(rows ? [`In this table, ${rows}.`] : []),
    ...list(
      'Raised by year and currency',
      sums.map(({ year, currency, deals, amount }) => {
        const money =
          currency || amount > 0 ? `${number(amount)} ${currency ?? 'of unknown currency'}` : 'amounts unknown';
        return `${year ?? 'no date'}  ${money} in ${plural(deals, 'round', 'rounds')}`;
      }),
    ),
    ...list(
      'Largest rounds',
      largest.map(
        ({ company, type, date, amount, currency }) =>
          `${number(amount)} ${currency ?? ''}  ${company}, ${type}, ${date ?? 'no date'}`,
      ),
    ),
    ...list(
      'Most frequent investors',
      frequent.map(({ investor, deals }) => `${investor}  ${number(deals)}`),
    ),
    ...list('Look at this first', doubts),
  ];
  return `${lines.join('\n')}\n`;
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
