import { z } from 'zod';
import { filterList } from '../request-parts.ts';
import { uuid } from '../scalars.ts';
import { requireSome } from '../request-checks.ts';
import { bill, spending } from './purchases.ts';
import { looseRecord, moment, storableText, workspaceEndpoint } from './workspace-endpoint.ts';

/**
 * The kinds of unlocked records. `rounds`: the investors of a deal, by its id. `articles`: a deal with its articles.
 * `histories`: a person with every job and school, by the person's id.
 */
const unlockedKind = z.enum(['deals', 'companies', 'investors', 'people', 'rounds', 'articles', 'histories']);
export type UnlockedKind = z.infer<typeof unlockedKind>;
export const unlockedKinds = unlockedKind.options;

/** An unlocked record as it came, and when; `record` is null for an id that the service does not know. */
const unlockedRecord = z.strictObject({ id: uuid, record: looseRecord.nullable(), unlocked_at: moment });
export type UnlockedRecord = z.infer<typeof unlockedRecord>;

/** Records by kind; only unlocked ones are listed. */
const unlockedRecords = z.strictObject({
  deals: z.array(unlockedRecord).optional(),
  companies: z.array(unlockedRecord).optional(),
  investors: z.array(unlockedRecord).optional(),
  people: z.array(unlockedRecord).optional(),
  rounds: z.array(unlockedRecord).optional(),
  articles: z.array(unlockedRecord).optional(),
  histories: z.array(unlockedRecord).optional(),
});
export type RecordsById = z.infer<typeof unlockedRecords>;

/** What belongs to rows: their unlocked records by kind, and names that came with the investors of rounds. */
export const relatedRecords = z.strictObject({
  companies: z.array(unlockedRecord),
  investors: z.array(unlockedRecord),
  rounds: z.array(unlockedRecord),
});
export type RelatedRecords = z.infer<typeof relatedRecords>;

/** The most ids of all kinds in one request. */
export const maxUnlockedIds = 2000;
const ids = filterList(uuid, maxUnlockedIds).optional();
const idsByKind = {
  deals: ids,
  companies: ids,
  investors: ids,
  people: ids,
  rounds: ids,
  articles: ids,
  histories: ids,
};

/** POST /workspace/records: those of the named records that are unlocked, or known to be unknown. */
export const readUnlockedRecords = workspaceEndpoint('readUnlockedRecords', 'POST', '/records', {
  summary: 'Read unlocked records by id',
  body: requireSome(z.strictObject(idsByKind), unlockedKinds),
  data: z.strictObject({ records: unlockedRecords }),
});

/** Addresses of one kind: at most those of the longest list. */
const addresses = z.array(storableText.max(2000)).max(5000).default([]);

/** POST /workspace/records/companies: the unlocked companies with one of these addresses, compared as in POST /companies. */
export const findUnlockedCompanies = workspaceEndpoint('findUnlockedCompanies', 'POST', '/records/companies', {
  summary: 'Find unlocked companies by their addresses',
  body: z.strictObject({ domains: addresses, linkedin_urls: addresses, crunchbase_urls: addresses }),
  data: z.strictObject({ companies: z.array(unlockedRecord) }),
  maxBodyBytes: 8 * 1024 * 1024,
});

/** Why a press stopped before its end: the error of a request, with the seconds to wait where the service said so. */
export const requestFailure = z.strictObject({
  status: z.int(),
  code: z.string(),
  message: z.string(),
  retry_after: z.int().nullable(),
});
export type UnlockFailure = z.infer<typeof requestFailure>;

/**
 * POST /workspace/unlock: buys those of the named records that are not unlocked, in their order, as far as `max_tenths`
 * reaches. It responds within seconds: while `left` is above 0 and there is no `failure`, the same request continues,
 * with what is left of its price.
 */
export const unlockRecords = workspaceEndpoint('unlockRecords', 'POST', '/unlock', {
  summary: 'Unlock records',
  body: requireSome(z.strictObject({ ...idsByKind, ...spending, refresh: z.boolean().default(false) }), unlockedKinds),
  data: z.strictObject({
    records: unlockedRecords,
    bill,
    /** Records that are still locked and that `max_tenths` covers. */
    left: z.int(),
    failure: requestFailure.nullable(),
  }),
  spends: true,
});

const looseMeta = z.looseObject({});

/** The endpoints that `POST /workspace/requests` sends. */
const requestEndpoint = z.enum([
  'lookUpCompanies',
  'lookUpInvestors',
  'lookUpPeople',
  'searchDeals',
  'searchCompanies',
  'searchInvestors',
  'searchPeople',
]);
export type RequestEndpoint = z.infer<typeof requestEndpoint>;

/** A paid request that is no search of a screen. */
export type SingleRequest = { readonly endpoint: RequestEndpoint; readonly input: Record<string, unknown> };
const sentRequest = { endpoint: requestEndpoint, input: z.record(z.string(), z.unknown()) };
const storedResponse = z.strictObject({
  data: z.looseObject({}),
  meta: looseMeta,
  at: moment,
});
export type UnlockedResponse = z.infer<typeof storedResponse>;

/**
 * POST /workspace/requests: sends one paid request that is no search of a screen, such as of a name or of a total, and
 * stores response and records. A stored response is not bought again, unless `refresh` replaces it.
 */
export const sendSingle = workspaceEndpoint('sendSingle', 'POST', '/requests', {
  summary: 'Send one paid request',
  body: z.strictObject({ ...sentRequest, ...spending, refresh: z.boolean().default(false) }),
  data: z.strictObject({ response: storedResponse, bill }),
  spends: true,
});

/** The most requests in one press. */
const maxSentRequests = 100;

/**
 * POST /workspace/requests/several: sends paid requests, such as of the names in a list, as far as `max_tenths` reaches;
 * a stored response is not bought again. It responds within seconds: while `left` is above 0 and there is no `failure`,
 * the same request continues, with what is left of its price. A response is null until it is stored.
 */
export const sendSeveral = workspaceEndpoint('sendSeveral', 'POST', '/requests/several', {
  summary: 'Send several paid requests',
  body: z.strictObject({ requests: z.array(z.strictObject(sentRequest)).min(1).max(maxSentRequests), ...spending }),
  data: z.strictObject({
    responses: z.array(storedResponse.nullable()),
    bill,
    /** Requests that are not answered and that `max_tenths` covers. */
    left: z.int(),
    failure: requestFailure.nullable(),
  }),
  spends: true,
});

/** POST /workspace/requests/find: the stored response to such a request; null if there is none. */
export const findRequest = workspaceEndpoint('findRequest', 'POST', '/requests/find', {
  summary: 'Find the stored response to a request',
  body: z.strictObject(sentRequest),
  data: z.strictObject({ response: storedResponse.nullable() }),
});
