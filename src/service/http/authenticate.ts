import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { hasMemberKey, parseKey, readBearer } from './presented-key.ts';
import { HttpError } from './http-error.ts';
import { toNetwork } from './network.ts';
import type { ServiceOptions } from './options.ts';
import type { Admission, KeyOwner, RateLimitStatus } from './rate-limit.ts';

/** What identifies the caller of a request. */
export type AdmissionOptions = Pick<ServiceOptions, 'admit' | 'limiterClock' | 'localKey' | 'hosted'>;

/** Whom a request counts for: its key in a window, or an address, by default that of the request. */
type CountedCaller = {
  readonly token?: string | undefined;
  readonly address?: string;
  readonly countsIn?: Endpoint['window'];
};

/** Counts a request in the window of its key, or of its address without a valid one; throws if the window is full. */
export async function countRequest(
  options: AdmissionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, address = toNetwork(request.ip), countsIn }: CountedCaller = {},
): Promise<Admission> {
  const admission = await options.admit(parseKey(token), address, options.limiterClock(), countsIn);
  setRateLimitHeaders(reply, admission);
  const { limit, window, resetSeconds: seconds } = admission;
  if (!admission.allowed) throw new HttpError('rateLimitExceeded', { limit, window, seconds });
  return admission;
}

/** Finds the owner of a request's key and counts the request in its window; throws if the key is invalid or the window full. */
export async function authenticate(
  options: AdmissionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  countsIn: Endpoint['window'],
): Promise<KeyOwner> {
  const localKey = findLocalKey(options, request);
  const given = localKey ?? readBearer(request);
  const ownKey = localKey === undefined ? await findBrowserKey(options, request, reply, given) : undefined;
  const token = ownKey ?? given;
  const admission = await countRequest(options, request, reply, { token, countsIn });
  if (token === undefined) throw new HttpError('missingKey');
  const isKnown = admission.owner && (ownKey !== undefined || !isForeign(options, token, admission.owner));
  if (!admission.owner || !isKnown) throw new HttpError('unknownKey');
  if (admission.owner.removed) throw new HttpError('memberRemoved');
  if (admission.owner.disabled) throw new HttpError('disabledKey');
  request.generation = admission.generation;
  const owner = {
    ...admission.owner,
    isLocal: localKey !== undefined,
    ...(ownKey === undefined || given === undefined ? {} : { hostedKey: given }),
  };
  request.keyOwner = owner;
  return owner;
}

/** In front of a hosted service, the key of this gateway for a browser's key of that service. */
async function findBrowserKey(
  options: AdmissionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  given: string | undefined,
): Promise<string | undefined> {
  const { hosted } = options;
  if (!hosted || given === undefined || hasMemberKey(given)) return undefined;
  const known = hosted.browserKeys.find(given);
  if (known !== undefined) return known;
  // The service is asked about a key within the limit of strangers.
  await countRequest(options, request, reply);
  return hosted.browserKeys.accept(given);
}

/** Accounts of our own service and of hosted ones may share a database, but not their keys. */
const isForeign = ({ hosted }: AdmissionOptions, token: string, { accountId }: { accountId: string }): boolean =>
  hosted ? hosted.accountId !== accountId : hasMemberKey(token);

/** The local key, for a request that sends none and is allowed to use it. */
export const findLocalKey = (options: Pick<ServiceOptions, 'localKey'>, request: FastifyRequest): string | undefined =>
  request.headers.authorization === undefined ? options.localKey?.(request) : undefined;

/** Sets the RateLimit headers. */
export function setRateLimitHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: RateLimitStatus): void {
  void reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  });
}
