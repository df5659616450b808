import type { FastifyInstance } from 'fastify';
import { changeList, deleteList, listLists, readList } from '#contract/workspace/lists.ts';
import { changeReview, finishReview, readReviews, reopenReview } from '#contract/workspace/reviews.ts';
import { changeSavedSearch, deleteSavedSearch, listSavedSearches } from '#contract/workspace/saved-searches.ts';
import { changeStages, changeStatuses, readStages, readStatuses } from '#contract/workspace/statuses.ts';
import { changeUs, readUs } from '#contract/workspace/us.ts';
import { readVersions } from '#contract/workspace/versions.ts';
import type { KnownEndpoint } from '#contract/endpoints.ts';
import type { Handle } from '../http/handler.ts';
import { HttpError } from '../http/http-error.ts';
import type { ServiceOptions } from '../http/options.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import { parseId } from '../http/validation.ts';
import { runInOrder } from './in-order.ts';
import { findSendingMember } from './sending-member.ts';
import { writeList, removeList, readListHeads, findList } from './lists.ts';
import { writeReviewPlace, completeReview, readReviewState, reopenLastReview } from './reviews.ts';
import { writeSavedSearch, removeSavedSearch, findSavedSearches } from './saved-searches.ts';
import { replaceOwnStages, listOwnStages } from './stages.ts';
import { type Change, writeStatuses, readStatusPage } from './statuses.ts';
import { listUs, replaceUs } from './us.ts';
import { readWorkspaceVersions } from './versions.ts';

/** Registers the work of an account's members: statuses, stages, lists, saved searches, reviews, and their versions. */
export function registerWork(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, readVersions, async ({ db, caller: { accountId } }) => ({
    data: { versions: await readWorkspaceVersions(db, accountId) },
    rows: 1,
  }));
  registerStatuses(api, options);
  registerLists(api, options);
  registerSavedSearches(api, options);
  registerReviews(api, options);
}

function routeChange<E extends KnownEndpoint>(
  api: FastifyInstance,
  options: ServiceOptions,
  endpoint: E,
  handle: Handle<E>,
): void {
  route(api, options, endpoint, (context) => runInOrder(context.caller.accountId, () => handle(context)));
}

const describeChange = async ({ db }: ServiceOptions, caller: KeyOwner, now: Date): Promise<Change> => ({
  accountId: caller.accountId,
  author: await findSendingMember(db, caller),
  now,
});

function registerStatuses(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, readStatuses, async ({ query, db, caller: { accountId } }) => {
    const data = await readStatusPage(db, accountId, query.after);
    return { data, rows: data.statuses.length };
  });
  routeChange(api, options, changeStatuses, async ({ body, caller, now }) => {
    const change = await describeChange(options, caller, now);
    const statuses = await writeStatuses(options.db, change, body.changes);
    return { data: { statuses }, rows: statuses.length };
  });
  route(api, options, readStages, async ({ db, caller: { accountId } }) => {
    const stages = await listOwnStages(db, accountId);
    return { data: { stages }, rows: stages.length };
  });
  routeChange(api, options, changeStages, async ({ body, caller: { accountId } }) => {
    const stages = await replaceOwnStages(options.db, accountId, body.stages);
    return { data: { stages }, rows: stages.length };
  });
  route(api, options, readUs, async ({ db, caller: { accountId } }) => {
    const us = await listUs(db, accountId);
    return { data: { us }, rows: us.length };
  });
  routeChange(api, options, changeUs, async ({ body, caller: { accountId } }) => {
    const us = await replaceUs(options.db, accountId, body.us);
    return { data: { us }, rows: us.length };
  });
}

function registerLists(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, listLists, async ({ db, caller: { accountId } }) => {
    const lists = await readListHeads(db, accountId);
    return { data: { lists }, rows: lists.length };
  });
  route(api, options, readList, async ({ params, db, caller: { accountId } }) => {
    const list = await findList(db, accountId, parseId(params.id, 'listNotFound'));
    if (!list) throw new HttpError('listNotFound');
    return { data: { list }, rows: 1 };
  });
  routeChange(api, options, changeList, async ({ params, body, caller, now }) => {
    const id = parseId(params.id, 'listNotFound');
    const list = await writeList(options.db, await describeChange(options, caller, now), id, body);
    if (!list) throw new HttpError('listNotFound');
    return { data: { list }, rows: 1 };
  });
  routeChange(api, options, deleteList, async ({ params, caller: { accountId }, now }) => {
    const id = parseId(params.id, 'listNotFound');
    const deleted = await removeList(options.db, { accountId, now }, id);
    return { data: { deleted }, rows: 1 };
  });
}

function registerSavedSearches(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, listSavedSearches, async ({ db, caller: { accountId } }) => {
    const searches = await findSavedSearches(db, accountId);
    return { data: { saved_searches: searches }, rows: searches.length };
  });
  routeChange(api, options, changeSavedSearch, async ({ params, body, caller, now }) => {
    const id = parseId(params.id, 'savedSearchNotFound');
    const change = await describeChange(options, caller, now);
    const saved = await writeSavedSearch(options.db, change, id, body);
    if (!saved) throw new HttpError('savedSearchNotFound');
    return { data: { saved_search: saved }, rows: 1 };
  });
  routeChange(api, options, deleteSavedSearch, async ({ params, caller: { accountId }, now }) => {
    const id = parseId(params.id, 'savedSearchNotFound');
    const deleted = await removeSavedSearch(options.db, { accountId, now }, id);
    return { data: { deleted }, rows: 1 };
  });
}

function registerReviews(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, readReviews, async ({ db, caller: { accountId } }) => ({
    data: { reviews: await readReviewState(db, accountId) },
    rows: 1,
  }));
  routeChange(api, options, finishReview, async ({ body, caller: { accountId }, now }) => ({
    data: { reviews: await completeReview(options.db, { accountId, now }, body) },
    rows: 1,
  }));
  routeChange(api, options, reopenReview, async ({ caller: { accountId } }) => ({
    data: { reviews: await reopenLastReview(options.db, accountId) },
    rows: 1,
  }));
  routeChange(api, options, changeReview, async ({ body, caller: { accountId } }) => ({
    data: { reviews: await writeReviewPlace(options.db, accountId, body.place) },
    rows: 1,
  }));
}
