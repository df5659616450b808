import type { Crm, CrmFile } from './crm.ts';
import type { CsvCell } from './csv.ts';
import type { FinancingFilter } from './request-parts.ts';
import { formatRoundName } from './rounds.ts';

/** The value of a column of an exported record, by the column's name; several names are a list or joined by "; ". */
type ReadColumn = (column: string) => CsvCell | boolean | readonly string[] | undefined;

/** A column of a CRM file: its header, and the cell of a record. */
export type CrmColumn = readonly [header: string, read: (column: ReadColumn) => CsvCell];

/** The column of a record's owner, an email address of a user of the CRM; of deals Attio requires it. */
const ownerHeaders: Readonly<Record<Crm, Readonly<Record<CrmFile, string>>>> = {
  attio: { companies: 'Owner', deals: 'Deal owner', people: 'Owner' },
  hubspot: { companies: 'Company owner', deals: 'Deal owner', people: 'Contact owner' },
  affinity: { companies: 'Owners', deals: 'Owners', people: 'Owners' },
  salesforce: { companies: 'Record Owner', deals: 'Opportunity Owner', people: 'Record Owner' },
};

/** The columns of a file for the importer of a CRM, under the names of its own fields where it has them. */
export const listCrmColumns = (crm: Crm, file: CrmFile, owner?: string): readonly CrmColumn[] => [
  ...crmColumns[crm][file],
  ...(owner === undefined || owner === '' ? [] : ([[ownerHeaders[crm][file], () => owner]] satisfies CrmColumn[])),
];

type Read = CrmColumn[1];

const text =
  (column: string): Read =>
  (read) => {
    const value = read(column);
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  };

/** The value of the first of these columns that has one. */
const firstOf =
  (...columns: readonly string[]): Read =>
  (read) =>
    columns.map((column) => text(column)(read)).find((value) => value !== null && value !== '') ?? null;

const listNames = (value: ReturnType<ReadColumn>): readonly string[] =>
  typeof value === 'string' ? value.split('; ') : Array.isArray(value) ? (value as readonly string[]) : [];

const names =
  (column: string, separator: string): Read =>
  (read) =>
    listNames(read(column))
      // The separator of the CRM may stand in a name, where it would begin another one.
      .map((name) => name.replaceAll(separator.trim(), '').replaceAll(/\s+/g, ' ').trim())
      .filter((name) => name !== '')
      .join(separator) || null;

const firstName =
  (column: string): Read =>
  (read) =>
    listNames(read(column))[0] ?? null;

const website: Read = (read) => {
  const domain = text('domain')(read);
  return domain === null || domain === '' ? null : `https://${domain}`;
};

const place: Read = (read) =>
  ['city', 'country']
    .map((column) => text(column)(read))
    .filter((part) => part !== null && part !== '')
    .join(', ') || null;

/** The last word of a person's name. A CRM asks for two parts; a name of one word is the last one. */
const lastName: Read = (read) => String(text('name')(read) ?? '').replace(/^.*\s/, '') || null;
const otherNames: Read = (read) => String(text('name')(read) ?? '').match(/^(.*\S)\s+\S+$/)?.[1] ?? null;

const round: Read = (read) => {
  const type = text('round_type')(read);
  if (typeof type !== 'string' || type === '') return null;
  const parts = { type, pre: read('pre') === true, extension: read('extension') === true };
  return formatRoundName(parts as FinancingFilter);
};

/** Unique for almost every round, because importers match deals by name. */
const dealName: Read = (read) =>
  [firstOf('company', 'domain', 'company_id')(read), round(read), text('announced_utc')(read)]
    .filter((part) => part !== null && part !== '')
    .join(', ');

/** 11/28/2026 for 2026-11-28. */
const americanDay =
  (column: string): Read =>
  (read) =>
    String(text(column)(read) ?? '').replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1') || null;

const always =
  (value: string): Read =>
  () =>
    value;

const id = (...columns: readonly string[]): CrmColumn => ['Fundscope ID', firstOf(...columns)];

const attio: Readonly<Record<CrmFile, readonly CrmColumn[]>> = {
  companies: [
    ['Domains', text('domain')],
    ['Name', text('name')],
    ['Description', text('description')],
    ['Categories', names('industries', ', ')],
    ['Primary location', place],
    ['LinkedIn', text('linkedin')],
    ['Total raised (USD)', text('total_raised_usd')],
    id('company_id', 'investor_id'),
  ],
  deals: [
    ['Name', dealName],
    ['Deal stage', always('Lead')],
    ['Deal value', text('raised_usd')],
    ['Associated company', text('domain')],
    ['Round', round],
    ['Announced', text('announced_utc')],
    ['Lead investors', names('lead_investors', ', ')],
    ['Investors', names('investors', ', ')],
    id('deal_id'),
  ],
  people: [
    ['First name', otherNames],
    ['Last name', lastName],
    ['Job title', text('title')],
    ['Company', text('employer_domain')],
    ['Primary location', text('location')],
    ['LinkedIn', text('linkedin')],
    ['Twitter', text('twitter')],
    id('person_id'),
  ],
};

const hubspot: Readonly<Record<CrmFile, readonly CrmColumn[]>> = {
  companies: [
    ['Company name', text('name')],
    ['Company Domain Name', text('domain')],
    ['Description', text('description')],
    ['City', text('city')],
    ['Country/Region', text('country')],
    ['Industries', names('industries', ';')],
    ['Total Money Raised', text('total_raised_usd')],
    ['LinkedIn Company Page', text('linkedin')],
    id('company_id', 'investor_id'),
  ],
  deals: [
    ['Deal Name', dealName],
    ['Pipeline', always('Sales Pipeline')],
    ['Deal Stage', always('Appointment Scheduled')],
    ['Amount', text('raised_usd')],
    ['Close Date', text('announced_utc')],
    ['Deal Description', text('description')],
    ['Company name', text('company')],
    ['Company Domain Name', text('domain')],
    ['Round', round],
    ['Lead investors', names('lead_investors', ';')],
    ['Investors', names('investors', ';')],
    id('deal_id'),
  ],
  people: [
    ['First Name', otherNames],
    ['Last Name', lastName],
    ['Job Title', text('title')],
    ['Company Name', text('employer')],
    ['Company Domain Name', text('employer_domain')],
    ['LinkedIn', text('linkedin')],
    id('person_id'),
  ],
};

const affinity: Readonly<Record<CrmFile, readonly CrmColumn[]>> = {
  companies: [
    ['Organization Name', text('name')],
    ['Website', text('domain')],
    ['Description', text('description')],
    ['Location', place],
    ['Industries', names('industries', '; ')],
    ['Total raised (USD)', text('total_raised_usd')],
    ['LinkedIn URL', text('linkedin')],
    id('company_id', 'investor_id'),
  ],
  deals: [
    ['Opportunity Name', dealName],
    ['Organization Name', text('company')],
    ['Website', text('domain')],
    ['Round', round],
    ['Amount (USD)', text('raised_usd')],
    ['Announced', americanDay('announced_utc')],
    ['Lead investors', names('lead_investors', '; ')],
    ['Investors', names('investors', '; ')],
    id('deal_id'),
  ],
  people: [
    ['First Name', otherNames],
    ['Last Name', lastName],
    ['Job Title', text('title')],
    ['Organization Name', text('employer')],
    ['Organization Website', text('employer_domain')],
    ['Location', text('location')],
    ['LinkedIn URL', text('linkedin')],
    id('person_id'),
  ],
};

const salesforce: Readonly<Record<CrmFile, readonly CrmColumn[]>> = {
  companies: [
    ['Account Name', text('name')],
    ['Website', website],
    ['Account Description', text('description')],
    ['Billing City', text('city')],
    ['Billing Country', text('country')],
    ['Industry', firstName('industries')],
    ['LinkedIn', text('linkedin')],
    id('company_id', 'investor_id'),
  ],
  deals: [
    ['Opportunity Name', dealName],
    ['Account Name', text('company')],
    ['Website', website],
    ['Stage', always('Prospecting')],
    ['Amount', text('raised_usd')],
    // It is required, so that an undisclosed day is the one on which the deal was added.
    ['Close Date', firstOf('announced_utc', 'added_utc')],
    ['Description', text('description')],
    ['Round', round],
    ['Lead investors', names('lead_investors', ';')],
    id('deal_id'),
  ],
  people: [
    ['First Name', otherNames],
    ['Last Name', lastName],
    ['Title', text('title')],
    ['Account Name', text('employer')],
    ['LinkedIn', text('linkedin')],
    id('person_id'),
  ],
};

const crmColumns: Readonly<Record<Crm, Readonly<Record<CrmFile, readonly CrmColumn[]>>>> = {
  attio,
  hubspot,
  affinity,
  salesforce,
};
