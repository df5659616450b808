import { z } from 'zod';
import { accountEndpoint } from './endpoint.ts';

/** The largest file that a browser imports, in bytes; the command line reads larger ones. */
export const maxImportBytes = 50_000_000;
/** The same in base64, with the other members of the request. */
const maxBodyBytes = Math.ceil((maxImportBytes * 4) / 3) + 1_000_000;

const count = z.int().min(0);

/** What a column can be, with its name on screen; those with `investor.` are for a list of investors. */
export const importFields = {
  name: 'Company name',
  domain: 'Company website',
  linkedin: 'Company LinkedIn',
  crunchbase: 'Company Crunchbase',
  short_description: 'Description',
  industries: 'Industries',
  city: 'City',
  state: 'State',
  country: 'Country',
  location: 'Location',
  founded: 'Founded',
  num_employees: 'Employees',
  status: 'Company status',
  founders: 'Founders',
  total_raised: 'Total raised',
  round_type: 'Round type',
  date: 'Date',
  raised: 'Amount raised',
  currency: 'Currency',
  valuation: 'Valuation',
  lead_investors: 'Lead investors',
  investors: 'Investors',
  article: 'Article',
  'investor.name': 'Investor name',
  'investor.domain': 'Investor website',
  'investor.linkedin': 'Investor LinkedIn',
  'investor.crunchbase': 'Investor Crunchbase',
  'investor.email': 'Email',
  'investor.phone': 'Phone',
  'investor.image': 'Logo',
  'investor.stages': 'Stages',
  'investor.city': 'Investor city',
  'investor.state': 'Investor state',
  'investor.country': 'Investor country',
  'investor.region': 'Investor region',
  'investor.location': 'Investor location',
  'investor.description': 'Investor description',
} as const;
/** Whether a field belongs to a list of investors. */
export const isInvestorField = (field: string): boolean => field.startsWith('investor.');
export type ImportField = keyof typeof importFields;
const importField = z.enum(Object.keys(importFields) as [ImportField, ...ImportField[]]);

/** What a person corrects of a guess: columns, and how the amounts and dates of rounds are read. */
const correction = z.strictObject({
  /** The meaning of columns; null leaves a column out. */
  columns: z.record(z.string(), importField.nullable()).default({}),
  multiplier: z.enum(['one', 'thousand', 'million', 'billion', 'lakh', 'crore']).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  order: z.enum(['day-first', 'month-first']).optional(),
});
export type ImportCorrection = z.input<typeof correction>;

/** What an import would bring, before anything is written. */
const importPreview = z.strictObject({
  /** The file, for the next request; it is deleted after an hour. */
  file: z.string(),
  name: z.string(),
  /** What a row is, in a sentence. */
  rows: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), examples: z.array(z.string()), field: importField.nullable() })),
  counts: z.strictObject({ rows: count, companies: count, investors: count, people: count, deals: count }),
  sums: z.array(
    z.strictObject({ year: z.string().nullable(), currency: z.string().nullable(), deals: count, amount: z.number() }),
  ),
  largest: z.array(
    z.strictObject({
      company: z.string(),
      type: z.string(),
      date: z.string().nullable(),
      amount: z.number(),
      currency: z.string().nullable(),
    }),
  ),
  frequent: z.array(z.strictObject({ investor: z.string(), deals: count })),
  doubts: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** What happens to an import. */
const importState = z.strictObject({
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** What is done now, and the share of the file that is read, 0 to 1. */
  step: z.string().nullable(),
  share: z.number().min(0).max(1),
  /** What came in, or why nothing did. */
  message: z.string().nullable(),
  /** Whether the data before the last import can be restored. */
  undo: z.boolean(),
});
export type ImportState = z.infer<typeof importState>;

/** What an import from the dashboard or a scheduled one did. */
const importLogEntry = z.strictObject({
  at: z.iso.datetime(),
  file: z.string(),
  /** The title of the source. */
  source: z.string(),
  /** Records of the source that are new, differ, or are gone. */
  added: count,
  changed: count,
  removed: count,
  /** Rows that could not be read, why, and the first lines of each reason. */
  rejected: count,
  reasons: z.array(z.strictObject({ reason: z.string(), count, lines: z.array(count) })),
  /** Why nothing changed; null for an import that succeeded. */
  message: z.string().nullable(),
});
export type ImportLogEntry = z.infer<typeof importLogEntry>;

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64');

/**
 * POST /account/imports/check: guesses the columns of a file and says what would come in; writes no record. With `file`
 * it reads a file again that was sent before. Only on the machine of the service.
 */
export const checkImportFile = accountEndpoint('checkImportFile', 'POST', '/imports/check', {
  summary: 'Read a file and say what an import would bring',
  body: z.union([
    z.strictObject({ name: z.string().min(1).max(200), content: base64, correction: correction.optional() }),
    z.strictObject({ file: z.string().max(100), correction: correction.optional() }),
  ]),
  data: z.strictObject({
    preview: importPreview.nullable(),
    /** Why the file cannot be imported, and what to do. */
    problem: z.string().nullable(),
  }),
  maxBodyBytes,
});

/** POST /account/imports: imports a file that was checked, as it was checked last. */
export const startImport = accountEndpoint('startImport', 'POST', '/imports', {
  summary: 'Import a file that was checked',
  body: z.strictObject({ file: z.string().max(100) }),
  data: importState,
});

/** GET /account/imports: the state of the last import. */
export const readImport = accountEndpoint('readImport', 'GET', '/imports', {
  summary: 'Read the state of the last import',
  data: importState,
});

/** POST /account/imports/undo: restores all records as they were before the last import. */
export const undoImport = accountEndpoint('undoImport', 'POST', '/imports/undo', {
  summary: 'Restore the records before the last import',
  body: z.strictObject({}),
  data: importState,
});

/** GET /account/imports/log: the last 50 imports from the dashboard and scheduled ones, the newest first. */
export const readImports = accountEndpoint('readImports', 'GET', '/imports/log', {
  summary: 'Read what the last imports did',
  data: z.strictObject({ imports: z.array(importLogEntry) }),
});
