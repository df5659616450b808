import { z } from 'zod';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';
import { requireOneOf } from './request-checks.ts';
import { uuid } from './scalars.ts';
import { workspaceBudget } from './workspace-budget.ts';

/** What a workspace stores: unlocked records, ids that the service does not know, the user's own work, and calls. */
export const workspaceKinds = [
  'deals',
  'companies',
  'investors',
  'people',
  'lineups',
  'articles',
  'histories',
  'answers',
  'names',
  'unknown',
  'statuses',
  'reviews',
  'searches',
  'lists',
  'calls',
] as const;
export type WorkspaceKind = (typeof workspaceKinds)[number];

/** The largest body of changes in bytes, after decompression, and the most entries in it. */
export const maxChangeBytes = 24 * 1024 * 1024;
export const maxChanges = 2000;

const keyPart = z.string().max(1_000_000);
const entry = {
  kind: z.enum(workspaceKinds),
  /** What the entry is about, such as an id, or the kind, id and field of a status. */
  key: z.array(keyPart).min(1).max(4),
  /**
   * When it was changed, in milliseconds, by the writer's clock; later than every version that the writer knew. For a
   * call, how much is known of it (call-history.ts).
   */
  at: z.int().min(0).max(8.64e15),
  /** Any JSON. */
  value: z.unknown().default(null),
};

/** One entry of a workspace. Of two with the same kind and key, the one with the later `at` counts. */
const workspaceEntry = z.strictObject(entry);
export type WorkspaceEntry = z.infer<typeof workspaceEntry>;

/** A stored entry with its version: a number that grows with every change of the account. */
const storedWorkspaceEntry = z.strictObject({ ...entry, version: z.int() });

/** The id of a workspace changes when it is emptied or restored; versions known before then mean nothing. */
const workspace = uuid;

/** The maximum number of entries in a page of changes. */
export const maxPageEntries = 2000;

const version = z.coerce.number<string>().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * GET /workspace/changes: entries changed after a version, oldest first, or before one, newest first; as many as fit in
 * a page, at most `limit`. `latest` is the version of the workspace, `more` whether entries follow in that direction.
 * `emptied` is when everything was last deleted, in milliseconds, or 0: a browser that knew the workspace before then
 * deletes its copy too.
 */
export const readWorkspaceChanges = {
  id: 'readWorkspaceChanges',
  method: 'GET',
  root: '/workspace',
  path: '/changes',
  summary: 'Read the changes of the workspace',
  query: requireOneOf(
    z.strictObject({
      after: version.optional(),
      before: version.optional(),
      limit: z.coerce.number<string>().int().min(1).max(maxPageEntries).optional(),
    }),
    ['after', 'before'],
  ),
  data: z.strictObject({
    workspace,
    latest: z.int(),
    emptied: z.int(),
    more: z.boolean(),
    changes: z.array(storedWorkspaceEntry),
  }),
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;

/**
 * POST /workspace/changes: stores entries that are newer than those of the workspace; sending them again changes
 * nothing. The body may be compressed with gzip. `previous` and `latest` are the versions before and after; `newer` are
 * stored entries that win over a sent one. With the id of another workspace nothing is stored, and `newer` is empty.
 */
export const writeWorkspaceChanges = {
  id: 'writeWorkspaceChanges',
  method: 'POST',
  root: '/workspace',
  path: '/changes',
  summary: 'Write changes to the workspace',
  body: z.strictObject({ workspace: workspace.optional(), changes: z.array(workspaceEntry).min(1).max(maxChanges) }),
  data: z.strictObject({
    workspace,
    previous: z.int(),
    latest: z.int(),
    newer: z.array(storedWorkspaceEntry),
  }),
  meta: 'count',
  cost: free,
  window: 'workspace',
  maxBodyBytes: maxChangeBytes,
} as const satisfies Endpoint;

/** The maximum number of entries named in one request. */
export const maxNamedEntries = 1000;

/**
 * POST /workspace/entries: the named entries that the workspace has, as many as fit in a page; `more` if others follow:
 * name those again without the received ones.
 */
export const readWorkspaceEntries = {
  id: 'readWorkspaceEntries',
  method: 'POST',
  root: '/workspace',
  path: '/entries',
  summary: 'Read entries of the workspace by key',
  body: z.strictObject({
    entries: z
      .array(z.strictObject({ kind: entry.kind, key: entry.key }))
      .min(1)
      .max(maxNamedEntries),
  }),
  data: z.strictObject({ more: z.boolean(), entries: z.array(storedWorkspaceEntry) }),
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;

/** POST /workspace/delete: deletes all entries; browsers then delete their copies. Credits and market data stay. */
export const deleteWorkspace = {
  id: 'deleteWorkspace',
  method: 'POST',
  root: '/workspace',
  path: '/delete',
  summary: 'Delete everything in the workspace',
  body: z.strictObject({ everything: z.literal(true) }),
  data: z.strictObject({ workspace, deleted: z.int(), emptied: z.int() }),
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;

/** Server-sent events with the version of the workspace: at first, and after every change. */
export const workspaceEventsPath = '/workspace/events';

/** The data of such an event. */
export const workspaceEvent = z.object({ workspace, latest: z.int() });

const lease = {
  /** Method, path and input of the purchase as text. */
  request: z.string().min(1).max(1_000_000),
  /** A random name of the sender. */
  holder: z.string().min(1).max(64),
};
const completed = z.strictObject({
  /** Its Idempotency-Key. */
  purchase: z.string().min(1).max(255),
  /** What it cost, or may have cost. */
  tenths: z.int().min(0),
  /** Whether no response arrived, so that its charge is unconfirmed. */
  lost: z.boolean(),
});

/**
 * POST /workspace/leases: takes or renews the lease on a purchase for 45 s, so that of two browsers that buy the same
 * at the same time only one pays, and reserves its highest price. If the budget does not cover that, `covered` is false
 * and `budget` says what is left. If another browser has the lease, `granted` is false; once its purchase has ended,
 * `completed` is what it bought, and `version` the version of the workspace with its records. A browser that has not
 * `waited` gets `completed` only if the holder was closed before it shared what it bought.
 */
export const leasePurchase = {
  id: 'leasePurchase',
  method: 'POST',
  root: '/workspace',
  path: '/leases',
  summary: 'Take the lease on a purchase',
  body: z.strictObject({
    ...lease,
    waited: z.boolean(),
    /** Its Idempotency-Key and highest price; without them nothing is reserved. */
    purchase: z.strictObject({ id: z.string().min(1).max(255), tenths: z.int().min(0).max(1e12) }).optional(),
    /** An earlier try of this browser that it knows to be unconfirmed: it is neither waited for nor reported. */
    lost: z.string().min(1).max(255).optional(),
  }),
  data: z.strictObject({
    granted: z.boolean(),
    covered: z.boolean(),
    completed: completed.nullable(),
    version: z.int(),
    budget: workspaceBudget,
  }),
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;

/** POST /workspace/leases/end: ends a lease with what was bought, or null if nothing was charged. */
export const endLease = {
  id: 'endLease',
  method: 'POST',
  root: '/workspace',
  path: '/leases/end',
  summary: 'End the lease on a purchase',
  body: z.strictObject({ ...lease, completed: completed.nullable() }),
  data: z.strictObject({ budget: workspaceBudget }),
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;
