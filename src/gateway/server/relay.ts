import { finished, type Readable, Transform } from 'node:stream';
import { type FastifyReply, type FastifyRequest, errorCodes } from 'fastify';
import { type Dispatcher, request as sendRequest } from 'undici';
import { isHttpStatus } from '#contract/charge.ts';
import type { ReportedCharge } from '#contract/charge.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { KnownEndpoint } from '#contract/endpoints.ts';
import { HttpError } from '../../service/http/http-error.ts';
import { maxBodyBytes } from '../../service/http/http-app.ts';
import { requireAccess } from '../../service/http/access.ts';
import { hasMemberKey } from '../../service/http/presented-key.ts';
import type { KeyOwner } from '../../service/http/rate-limit.ts';
import type { Tracing } from '../../service/http/tracing.ts';
import { highestRelayedCharge, readRelayedCharge } from './relay-charge.ts';
import { mapRelayError, redirectNotFollowed, RelayTimeout, unknownStatus } from './relay-error.ts';
import { buildRequestHeaders, filterResponseHeaders } from './relay-headers.ts';

/** Time limits for the hosted service, in milliseconds. */
export interface RelayLimits {
  /** Until the request is sent: DNS, proxy, connection, TLS. */
  connectMs: number;
  /** From there until the response begins. */
  answerMs: number;
  /** Between two chunks of the response. */
  idleMs: number;
}

/** The options that all relayed endpoints share. */
export interface RelayOptions {
  /** The hosted service's address, to which the contract's paths are appended. */
  url: URL;
  dispatcher: Dispatcher;
  limits: RelayLimits;
  /** The gateway's own key. */
  key: string | undefined;
  /** Whether a request without a key may use it. */
  canUseKey: (request: FastifyRequest) => boolean;
  /** Admits a request with the key of a member of this gateway's workspace; throws for every other key. */
  admitMember?: AdmitMember | undefined;
  tracing: Tracing;
  /** Records what a paid request of another program was charged with the gateway's key. */
  recordCharge?: RecordCharge | undefined;
}

type AdmitMember = (request: FastifyRequest, reply: FastifyReply) => Promise<Pick<KeyOwner, 'role' | 'isLocal'>>;
type RecordCharge = (endpoint: Endpoint, charge: ReportedCharge) => Promise<void>;

/** Creates the handler that forwards an endpoint to the hosted service; both bodies are streamed. */
export function createRelayHandler(options: RelayOptions, endpoint: KnownEndpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const payer = await findPayer(options, endpoint, request, reply);
    const { authorization } = payer;
    const recordCharge = isPaid(endpoint) && payer.isGateway ? options.recordCharge : undefined;
    const stopping = new AbortController();
    reply.raw.once('close', () => stopping.abort());
    const connecting = setTimeout(() => stopping.abort(new RelayTimeout()), options.limits.connectMs);
    let [sent, isCharged] = [false, false];
    const onStart = () => {
      sent = true;
      clearTimeout(connecting);
    };
    try {
      const response = await options.tracing.step(request, 'relay', () =>
        send(options, endpoint, { request, authorization, signal: stopping.signal, onStart }),
      );
      const headers = filterResponseHeaders(response.headers);
      const { statusCode } = response;
      isCharged = true;
      await recordCharge?.(endpoint, readRelayedCharge(endpoint, { statusCode, headers }));
      const isRedirect = statusCode >= 300 && statusCode < 400;
      if (isRedirect || !isHttpStatus(statusCode)) {
        response.body.on('error', () => undefined).destroy();
        if (!isRedirect) throw unknownStatus(statusCode, isPaid(endpoint));
        const used = headers['x-credits-used'];
        if (used !== undefined) reply.header('x-credits-used', used);
        const { state, billedTenths } = readRelayedCharge(endpoint, { statusCode, headers });
        throw redirectNotFollowed(isPaid(endpoint) && (state === 'unconfirmed' || billedTenths > 0));
      }
      return await reply.code(statusCode).headers(headers).send(response.body);
    } catch (error) {
      if (sent && !isCharged) await recordCharge?.(endpoint, highestRelayedCharge(endpoint));
      throw mapRelayError(error as Error, sent && isPaid(endpoint));
    } finally {
      clearTimeout(connecting);
    }
  };
}

interface Outgoing {
  request: FastifyRequest;
  authorization: string;
  signal: AbortSignal;
  onStart: () => void;
}

async function send(
  { url, dispatcher, limits }: RelayOptions,
  endpoint: Endpoint,
  { request, authorization, signal, onStart }: Outgoing,
): Promise<Dispatcher.ResponseData> {
  const responding = sendRequest(buildTarget(url, endpoint, request), {
    method: endpoint.method,
    headers: buildRequestHeaders(request, authorization),
    body: limitBody(request),
    signal,
    dispatcher: dispatcher.compose(watchStart(onStart)),
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.idleMs,
  });
  // undici checks the signal only once a connection is open, so a request that waits for one would never end.
  return Promise.race([responding, rejectWhenAborted(signal)]);
}

/** Whether an endpoint may cost credits. */
export const isPaid = (endpoint: Endpoint | undefined): boolean => endpoint?.cost.per !== 'nothing';

/**
 * The endpoint's address at the hosted service: its path below the configured address. Only ids and the query come from
 * the request, and neither can leave that path.
 */
function buildTarget(base: URL, endpoint: Endpoint, request: FastifyRequest): URL {
  const params = (request.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => checkPathPart(params[name] ?? ''));
  const target = new URL(base);
  target.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  const queryAt = request.url.indexOf('?');
  // The setter escapes what a query may not contain, including `#`.
  target.search = queryAt < 0 ? '' : request.url.slice(queryAt);
  return target;
}

function checkPathPart(id: string): string {
  // A dot or an escaped slash could mean another path to the hosted service or to a proxy in front of it.
  if (/^[\w-]{1,200}$/.test(id)) return id;
  throw new HttpError('invalidDealId');
}

type Payer = { readonly authorization: string; readonly isGateway: boolean };

/**
 * The caller's own key, or the gateway's for members and this machine; anyone else is rejected here. The key of a
 * member is never forwarded, whatever else the header contains.
 */
async function findPayer(
  { key, canUseKey, admitMember }: RelayOptions,
  endpoint: KnownEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Payer> {
  const { authorization: given } = request.headers;
  const isMember = given !== undefined && hasMemberKey(given);
  if (given !== undefined && !isMember) return { authorization: given, isGateway: false };
  if (isMember) {
    const member = await admitMember?.(request, reply);
    if (!member || key === undefined) throw new HttpError('unknownKey');
    requireAccess(member, endpoint.id);
  } else if (key === undefined || !canUseKey(request)) throw new HttpError('missingKey');
  return { authorization: `Bearer ${key}`, isGateway: true };
}

/** Streams the body and ends with 413 when it grows too large. */
function limitBody({ body, headers }: FastifyRequest): Readable | null {
  if (body === undefined || body === null) return null;
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      done(size > maxBodyBytes ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, chunk);
    },
  });
  // Without this, the hosted service would wait for the rest of a body whose browser disconnected.
  finished(body as Readable, (error) => error && limited.destroy(error));
  return (body as Readable).pipe(limited);
}

/** Rejects with the reason of a signal. */
export const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Calls `onStart` just before the request is written: until then nothing can have been charged. */
export function watchStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
}
