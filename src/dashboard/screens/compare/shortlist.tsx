import { formatExactNativeAmounts } from '../../platform/rounds.ts';
import { formatTotalRaised } from '../searches/kit/record/amounts.ts';
import { formatPlaceName } from '../searches/kit/record/facts.tsx';
import { useState } from 'react';
import { escapeMarkdown } from '#contract/markdown.ts';
import { capitalize, formatUtcDay, toDay } from '../../platform/format.ts';
import {
  type StatusState,
  readStatusOf,
  readStatusTime,
  setEachStatus,
  compareRanks,
  formatRank,
  setStatuses,
  useStatuses,
} from '../../records/status/statuses.ts';
import {
  type CompanyRecord,
  type InvestorRecord,
  unlockedCompanies,
  unlockedInvestors,
} from '../../records/records.ts';
import { type ComparedKind, compareUrl } from '../searches/kit/record/compare-button.tsx';
import { writeUrl } from '../../platform/url/url.ts';
import { formatSearchParams } from '../../platform/url/raw-search.ts';
import type { CsvCell } from '#contract/csv.ts';
import { saveCsv, toCsv } from '../searches/kit/export/file-formats.ts';
import { siteBase, siteOrigin } from '../../platform/http/connection.ts';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import { comparedKind, getRecordName } from './measures.ts';

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
  ['latest_round_native', ({ latest_deal: deal }) => deal && formatExactNativeAmounts(deal)],
  ['rounds', ({ num_funding_rounds: rounds }) => rounds],
  ['latest_round_utc', ({ latest_deal: deal }) => toDay(deal?.date ?? null)],
];

/** A shortlist as CSV: rank, name, id, note and the unlocked facts of each record. */
export function formatShortlistCsv(of: ComparedKind, ids: readonly string[]): string {
  const { kind } = comparedKind[of];
  const listFacts = (id: string) =>
    of === 'investors'
      ? buildCells(investorColumns, unlockedInvestors.read(id))
      : buildCells(companyColumns, unlockedCompanies.read(id));
  const heads = of === 'investors' ? investorColumns.map(([head]) => head) : companyColumns.map(([head]) => head);
  return toCsv([
    ['place', 'name', 'id', ...heads, 'tags', 'note'],
    ...ids.map((id, at) => {
      const { tags, note } = readStatusOf(kind, id);
      return [at + 1, getRecordName(of, id), id, ...listFacts(id), tags.join('; '), note];
    }),
  ]);
}

const buildCells = <R,>(columns: Columns<R>, row: R | undefined): CsvCell[] =>
  columns.map(([, read]) => (row === undefined ? null : (read(row) ?? null)));

/** A shortlist as Markdown: a numbered list with the notes below the names. */
export function formatShortlistMarkdown(of: ComparedKind, ids: readonly string[], day: string): string {
  const { kind } = comparedKind[of];
  const lines = ids.map((id, at) => {
    const { note } = readStatusOf(kind, id);
    const facts = formatFact(of, id);
    const words = note.split('\n').map((line) => (line.trim() === '' ? '' : `   ${escapeMarkdown(line.trim())}`));
    return [
      `${at + 1}. **${escapeMarkdown(getRecordName(of, id))}**${facts === '' ? '' : `, ${escapeMarkdown(facts)}`}`,
      ...(note === '' ? [] : ['', ...words]),
    ].join('\n');
  });
  return `# ${capitalize(of)}, shortlist of ${day} (UTC)\n\n${lines.join('\n')}\n`;
}

/** One line about a record, from unlocked data. */
export function formatFact(of: ComparedKind, id: string): string {
  const investor = of === 'investors' ? unlockedInvestors.read(id) : undefined;
  const company = of === 'companies' ? unlockedCompanies.read(id) : undefined;
  const facts = [
    formatPlaceName((investor ?? company)?.location),
    investor && countValues(investor.total_deal_count, 'deal'),
    investor && countValues(investor.lead_deal_count, 'led'),
    company && formatTotalRaised(company) && `${formatTotalRaised(company)} raised`,
    company && countValues(company.num_funding_rounds, 'round'),
  ];
  return facts.filter((fact) => typeof fact === 'string').join(', ');
}

const countValues = (count: number | null, noun: string): string | null => {
  if (count === null) return null;
  return `${count.toLocaleString('en-US')} ${count === 1 || noun === 'led' ? noun : `${noun}s`}`;
};

/** The search parameters of a shared shortlist: ids, order, and notes if the user chose so. */
export function buildShortlistAddress(of: ComparedKind, ids: readonly string[], withNotes: boolean): string {
  const { kind } = comparedKind[of];
  const notes = withNotes ? ids.map((id) => ({ id, name: readStatusOf(kind, id).note })) : [];
  const note = notes.filter(({ name }) => name !== '');
  return formatSearchParams(writeUrl(compareUrl, { of, list: [...ids], note, ids: undefined }));
}

/** Some servers and programs cut or reject longer URLs. */
const maxAddressLength = 6000;

/** Exports a shortlist as CSV, Markdown or link. Free. */
export function ShortlistFiles({ of, ids }: { readonly of: ComparedKind; readonly ids: readonly string[] }) {
  const [withNotes, setWithNotes] = useState(false);
  const [message, setMessage] = useState('');
  const saveAsCsv = () => {
    const file = `shortlist-${of}-${formatUtcDay()}.csv`;
    saveCsv(file, formatShortlistCsv(of, ids));
    setMessage(`Saved ${file}.`);
  };
  const copyMarkdown = async () => {
    const done = await copyText(formatShortlistMarkdown(of, ids, formatUtcDay()));
    setMessage(done ? 'Copied as Markdown.' : 'Copying failed. Save a CSV instead.');
  };
  const copyLink = async () => {
    const search = buildShortlistAddress(of, ids, withNotes);
    if (search.length > maxAddressLength) {
      return setMessage(
        withNotes
          ? 'The link is too long. Leave the notes out, or save a CSV.'
          : 'The link is too long. Save a CSV instead.',
      );
    }
    const address = buildAddress(search);
    setMessage(
      (await copyText(address)) ? describeCopiedLink(withNotes) : `Copying failed. Copy this link: ${address}`,
    );
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-1.5">
        <Button onClick={saveAsCsv}>Save CSV</Button>
        <Button onClick={() => void copyMarkdown()}>Copy Markdown</Button>
        <Button onClick={() => void copyLink()}>Copy link</Button>
      </div>
      <CheckBox
        className="text-12 text-ink-2"
        checked={withNotes}
        onChange={({ target }) => setWithNotes(target.checked)}
      >
        Include my notes; anyone with the link can read them
      </CheckBox>
      <output className="text-12 break-words text-ink-2 empty:hidden">{message}</output>
    </div>
  );
}

const describeCopiedLink = (withNotes: boolean): string =>
  withNotes ? 'Link copied, with notes.' : 'Link copied, without notes.';

const buildAddress = (search: string): string => `${siteOrigin}${siteBase}/compare${search}`;

/** The shortlisted records in the user's order, then those without a rank, oldest first. */
export function listShortlisted(statuses: StatusState, readTime: (id: string) => number): string[] {
  return [...statuses]
    .filter(([, { status }]) => status === 'shortlist')
    .toSorted(
      ([one, status], [other, otherStatus]) =>
        compareRanks(status, otherStatus) || readTime(one) - readTime(other) || (one < other ? -1 : 1),
    )
    .map(([id]) => id);
}

/** The shortlist of a kind as React state. */
export const useShortlist = (kind: StatusKind): string[] =>
  listShortlisted(useStatuses(kind), (id) => readStatusTime(kind, id));

/** Moves an id to another index; returns the same list where the index is out of range. */
export function moveTo(ids: readonly string[], id: string, place: number): readonly string[] {
  if (place < 0 || place >= ids.length || !ids.includes(id)) return ids;
  return ids.filter((one) => one !== id).toSpliced(place, 0, id);
}

/** Stores the order of a shortlist, as one undo step. */
export const orderShortlist = (kind: StatusKind, ids: readonly string[]): void =>
  setEachStatus(kind, new Map(ids.map((id, index) => [id, { rank: formatRank(index) }])));

/** Adds a record at the end of the shortlist, or removes it. Its note is kept. */
export const setShortlisted = (kind: StatusKind, id: string, listed: boolean): void =>
  setStatuses(kind, [id], { status: listed ? 'shortlist' : null, rank: null });

/**
 * Adds a shared shortlist: its records come first, then the user's own. A shared note is appended to the user's note.
 * One undo step, except for the notes.
 */
export function addSharedShortlist(
  kind: StatusKind,
  own: readonly string[],
  sent: readonly string[],
  notes: ReadonlyMap<string, string>,
): void {
  const all = [...new Set([...sent, ...own])];
  setEachStatus(
    kind,
    new Map(
      all.map((id, place) => {
        const note = joinNotes(readStatusOf(kind, id).note, notes.get(id) ?? '');
        return [id, { status: 'shortlist' as const, rank: formatRank(place), note }];
      }),
    ),
  );
}

function joinNotes(own: string, sent: string): string {
  if (sent === '' || own.includes(sent)) return own;
  return own === '' ? sent : `${own}\n\n${sent}`;
}
