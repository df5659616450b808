import { readConnected } from '../../../../platform/http/connection.ts';
import { createState } from '../../../../platform/state.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { convertToNewestRounds } from '#contract/newest-rounds.ts';
import { buildBody, type Extent, type SearchQuery } from '../query/search-query.ts';
import type { Resource, ResourceQuery } from '../resource/resource.ts';
import { toError } from '../../../../platform/http/api-error.ts';

/** Whether the service charges for names: a hosted one. Our own gives them to its owner for free. */
export const isChargedForNames = (): boolean => readConnected()?.service === 'upstream';

/** What a query loads for its rows; only a service that charges for names leaves a choice. */
export const getExtent = ({ load }: SearchQuery): Extent => (isChargedForNames() ? (load ?? 'whole') : 'rows');

/** The query with every round, where the user chose nothing: the cheaper request leaves rounds out. */
export const chooseRequest = ({ extras }: Resource, query: SearchQuery): SearchQuery =>
  query.rounds !== undefined || !extras || !isChargedForNames() ? query : { ...query, rounds: 'every' };

/** The cheaper query for the newest round of each company; undefined where the service cannot answer it. */
export const findNewestRounds = ({ filters }: Resource, query: SearchQuery): SearchQuery | undefined =>
  convertToNewestRounds(buildBody(filters, query)) && { ...query, rounds: 'newest' };

/** The loading of what belongs to the rows of a search, running or ended. */
export type ExtrasRun = {
  /** Requests that are done, and all of them. */
  readonly done: number;
  readonly of: number;
  readonly isRunning: boolean;
  readonly failure: Error | undefined;
  readonly onStop: () => void;
};

/** The last run under each name; it continues while the user is on another screen. */
const runs = createState<ReadonlyMap<string, ExtrasRun>>(new Map());

/** The running or last run of a resource, or a profile, since the page was loaded. */
export const useExtrasRun = ({ name }: { readonly name: string }): ExtrasRun | undefined => runs.use().get(name);

/** Loads what belongs to new rows of a search. A failure stays with the run: the rows are there without it. */
export async function loadExtras(
  authorization: SpendAuthorization,
  { resource, query }: ResourceQuery,
  ids: readonly string[],
): Promise<void> {
  const { extras } = resource;
  if (!extras || ids.length === 0 || extras.price(query, ids.length) === 0) return;
  await watchExtras(authorization, resource, (onProgress) => extras.load(authorization, query, ids, onProgress));
}

/** Runs work that loads what belongs to rows, and shows how far it is. */
export async function watchExtras(
  authorization: SpendAuthorization,
  { name }: { readonly name: string },
  work: (onProgress: (done: number, of: number) => void) => Promise<void>,
): Promise<void> {
  let run: ExtrasRun = {
    done: 0,
    of: 0,
    isRunning: true,
    failure: undefined,
    onStop: () => authorization.cancel(),
  };
  const change = (part: Partial<ExtrasRun>) => {
    run = { ...run, ...part };
    runs.write(new Map(runs.read()).set(name, run));
  };
  change({});
  const failure = await work((done, of) => change({ done, of })).then(() => undefined, toError);
  change({ isRunning: false, failure: authorization.cancelled.aborted ? undefined : failure });
}
