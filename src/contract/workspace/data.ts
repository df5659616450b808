import { z } from 'zod';
import { unlockedKinds } from './records.ts';
import { workspaceEndpoint } from './workspace-endpoint.ts';

/** The formats of an export: one JSON file, which `restoreWorkspace` reads, or a zip of CSV files to read. */
const exportFormat = z.enum(['json', 'csv']);

/**
 * GET /workspace/export responds with a file instead of an envelope: everything that the account stores. JSON is
 * `{ format, version, exported_at, parts }`; each part fits in a request of `restoreWorkspace`.
 */
export const exportPath = '/export';
export const exportQuery = z.strictObject({ format: exportFormat.default('json') });

/** How an export says what it is. */
export const exportName = 'fundscope-export';
export const exportVersion = 1;

/** What an export has parts of. */
export const exportedKind = z.enum([
  ...unlockedKinds,
  'searches',
  'responses',
  'statuses',
  'stages',
  'us',
  'lists',
  'saved_searches',
  'reviews',
  'purchases',
]);
export type ExportedKind = z.infer<typeof exportedKind>;

/** The most items of a part. */
export const maxPartItems = 2000;

/** What a restore added or changed, by kind. */
const restored = z.record(z.string(), z.int());

/** A part of an export; a restore ignores kinds of later versions. */
export const exportedPart = z.strictObject({ kind: z.string(), items: z.array(z.unknown()).max(maxPartItems) });

/**
 * POST /workspace/restore: adds what an exported file has and the account lacks; of what both have, the later change
 * counts. Purchases are not restored: they are the books of one account. A file is sent part by part; sending it again
 * changes nothing. Owners only.
 */
export const restoreWorkspace = workspaceEndpoint('restoreWorkspace', 'POST', '/restore', {
  summary: 'Restore an export',
  body: z.strictObject({ parts: z.array(exportedPart).min(1).max(20) }),
  data: z.strictObject({ restored }),
  maxBodyBytes: 32 * 1024 * 1024,
});

/**
 * POST /workspace/delete: deletes unlocked records with the searches, or everything that the account stores but members,
 * budget and the purchases that count against it today. Credits and market data stay. Owners only.
 */
export const deleteWorkspace = workspaceEndpoint('deleteWorkspace', 'POST', '/delete', {
  summary: 'Delete what the workspace stores',
  body: z.strictObject({ what: z.enum(['records', 'everything']) }),
  data: z.strictObject({ deleted: z.int() }),
});
