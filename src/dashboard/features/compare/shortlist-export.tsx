import { escapeMarkdown, formatMoney, toDay } from '../../platform/format.ts';
import { readStatusOf } from '../../library/status/statuses.ts';
import {
  type CompanyRecord,
  type InvestorRecord,
  unlockedCompanies,
  unlockedInvestors,
} from '../../library/records/records.ts';
import { type ComparedKind, compareUrl } from '../../search/record/compare-button.tsx';
import { writeUrl } from '../../platform/url/codec.ts';
import { formatSearchParams } from '../../platform/url/use-url.ts';
import { type CsvCell, saveCsv, toCsv } from '../../search/export/csv.ts';
import { comparedKind, toName } from './measures.ts';
import { useState } from 'react';
import { siteBase } from '../../platform/http/base.ts';
import { isDirect } from '../../platform/http/direct.ts';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-button.tsx';

type Columns<R> = readonly (readonly [head: string, read: (row: R) => CsvCell | undefined])[];

const investorColumns: Columns<InvestorRecord> = [
  ['domain', ({ domain }) => domain],
  ['linkedin', ({ linkedin }) => linkedin],
  ['contact_email', ({ contact_email: email }) => email],
  ['city', ({ location }) => location?.city?.name],
  ['country', ({ location }) => location?.country?.name],
  ['deals', ({ total_deal_count: deals }) => deals],
  ['deals_led', ({ lead_deal_count: led }) => led],
  ['deals_last_12_months', ({ deal_count_last_12_months: recent }) => recent],
  ['latest_deal_utc', ({ most_recent_deal_date: date }) => toDay(date)],
];

const companyColumns: Columns<CompanyRecord> = [
  ['domain', ({ domain }) => domain],
  ['linkedin', ({ linkedin }) => linkedin],
  ['city', ({ location }) => location?.city?.name],
  ['country', ({ location }) => location?.country?.name],
  ['raised_usd', ({ total_raised: usd }) => usd],
  ['rounds', ({ num_funding_rounds: rounds }) => rounds],
  ['latest_round_utc', ({ latest_deal: deal }) => toDay(deal?.date ?? null)],
];

/** A shortlist as CSV: rank, name, id, note and the unlocked facts of each record. */
export function formatShortlistCsv(of: ComparedKind, ids: readonly string[]): string {
  const { marked } = comparedKind[of];
  const listFacts = (id: string) =>
    of === 'investors'
      ? splitCells(investorColumns, unlockedInvestors.read(id))
      : splitCells(companyColumns, unlockedCompanies.read(id));
  const heads = of === 'investors' ? investorColumns.map(([head]) => head) : companyColumns.map(([head]) => head);
  return toCsv([
    ['place', 'name', 'id', ...heads, 'tags', 'note'],
    ...ids.map((id, at) => {
      const { tags, note } = readStatusOf(marked, id);
      return [at + 1, toName(of, id), id, ...listFacts(id), tags.join('; '), note];
    }),
  ]);
}

const splitCells = <R,>(columns: Columns<R>, row: R | undefined): CsvCell[] =>
  columns.map(([, read]) => (row === undefined ? null : (read(row) ?? null)));

/** A shortlist as Markdown: a numbered list with the notes below the names. */
export function formatShortlistMarkdown(of: ComparedKind, ids: readonly string[], day: string): string {
  const { title, marked } = comparedKind[of];
  const lines = ids.map((id, at) => {
    const { note } = readStatusOf(marked, id);
    const facts = formatFact(of, id);
    const words = note.split('\n').map((line) => (line.trim() === '' ? '' : `   ${escapeMarkdown(line.trim())}`));
    return [
      `${at + 1}. **${escapeMarkdown(toName(of, id))}**${facts === '' ? '' : `, ${facts}`}`,
      ...(note === '' ? [] : ['', ...words]),
    ].join('\n');
  });
  return `# ${title}, shortlist of ${day} (UTC)\n\n${lines.join('\n')}\n`;
}

/** One line about a record, from unlocked data. */
export function formatFact(of: ComparedKind, id: string): string {
  const investor = of === 'investors' ? unlockedInvestors.read(id) : undefined;
  const company = of === 'companies' ? unlockedCompanies.read(id) : undefined;
  const place = (investor ?? company)?.location;
  const town = place?.city?.name ?? place?.country?.name;
  const facts = [
    town,
    investor && countValues(investor.total_deal_count, 'deal'),
    investor && countValues(investor.lead_deal_count, 'led'),
    company && (company.total_raised === null ? 'raised undisclosed' : `${formatMoney(company.total_raised)} raised`),
    company && countValues(company.num_funding_rounds, 'round'),
  ];
  return facts.filter((fact) => typeof fact === 'string').join(', ');
}

const countValues = (count: number | null, noun: string): string | null => {
  if (count === null) return null;
  return `${count.toLocaleString('en-US')} ${count === 1 || noun === 'led' ? noun : `${noun}s`}`;
};

/** The address that shows a shortlist elsewhere: ids and order; notes only where the person chose so. */
export function buildShortlistAddress(of: ComparedKind, ids: readonly string[], withNotes: boolean): string {
  const { marked } = comparedKind[of];
  const notes = withNotes ? ids.map((id) => ({ id, name: readStatusOf(marked, id).note })) : [];
  const note = notes.filter(({ name }) => name !== '');
  return formatSearchParams(writeUrl(compareUrl, { of, list: [...ids], note, ids: undefined }));
}

/** Longer addresses are cut or refused on the way by some servers and programs. */
export const longestAddress = 6000;

/** Ways out of this device for a shortlist; all are free. */
export function ShortlistFiles({ of, ids }: { readonly of: ComparedKind; readonly ids: readonly string[] }) {
  const [withNotes, setWithNotes] = useState(false);
  const [said, setSaid] = useState('');
  const saveAsCsv = () => {
    const file = `shortlist-${of}-${readToday()}.csv`;
    saveCsv(file, formatShortlistCsv(of, ids));
    setSaid(`${file} is saved, with notes.`);
  };
  const copyMarkdown = async () => {
    const done = await copyText(formatShortlistMarkdown(of, ids, readToday()));
    setSaid(done ? 'Markdown copied, with notes.' : 'The browser did not allow copying. Save a CSV instead.');
  };
  const copyLink = async () => {
    const search = buildShortlistAddress(of, ids, withNotes);
    if (search.length > longestAddress) {
      return setSaid(`The link would be too long${withNotes ? '. Leave the notes out, or save a CSV' : ''}.`);
    }
    const address = buildAddress(search);
    setSaid((await copyText(address)) ? formatCopied(withNotes) : `The browser did not allow copying: ${address}`);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-1.5">
        <Button onClick={saveAsCsv}>Save CSV</Button>
        <Button onClick={() => void copyMarkdown()}>Copy Markdown</Button>
        <Button onClick={() => void copyLink()}>Copy link</Button>
      </div>
      <label className="flex min-h-6 items-center gap-2 text-[12px] text-ink-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={withNotes}
          onChange={({ target }) => setWithNotes(target.checked)}
        />
        Put my notes into the link, readable by whoever has it
      </label>
      <output className="text-[12px] break-words text-ink-2 empty:hidden">{said}</output>
    </div>
  );
}

/** The UTC day. */
const readToday = (): string => new Date().toISOString().slice(0, 10);

const formatCopied = (withNotes: boolean): string =>
  `Link copied, ${withNotes ? 'with notes' : 'without notes'}. Whoever opens it spends nothing.`;

function buildAddress(search: string): string {
  const { origin, pathname } = window.location;
  return isDirect ? `${origin}${pathname}#/compare${search}` : `${origin}${siteBase}/compare${search}`;
}
