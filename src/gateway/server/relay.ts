import { type Readable, Transform } from 'node:stream';
import { type FastifyReply, type FastifyRequest, errorCodes } from 'fastify';
import { type Dispatcher, request as sendRequest } from 'undici';
import type { Endpoint } from '#contract/endpoint.ts';
import { keyRefusals } from '../../service/http/auth.ts';
import { bodyLimit } from '../../service/http/http-app.ts';
import { toPassedHeaders, toSentHeaders } from './relay-headers.ts';
import { redirected, RelayTimeout, toRelayRefusal } from './relay-error.ts';
import { toTarget } from './relay-target.ts';

/** How long the hosted service may take, in milliseconds. */
export interface RelayLimits {
  /** Until the request is on its way: name, proxy, connection, certificate. */
  connectMs: number;
  /** From then until its answer begins. */
  answerMs: number;
  /** Between two pieces of the answer. */
  idleMs: number;
}

/** What a relay stands on. */
export interface RelayOptions {
  /** The address that the paths of the contract follow. */
  url: URL;
  dispatcher: Dispatcher;
  limits: RelayLimits;
  /** The gateway's own key, for a request that may use it. */
  readKey: (request: FastifyRequest) => string | undefined;
}

/** Makes the handler of an endpoint that a hosted service answers; both bodies are passed on as they come. */
export function relayEndpoint({ url, dispatcher, limits, readKey }: RelayOptions, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const authorization = toAuthorization(request, readKey);
    const stopping = new AbortController();
    // When the browser goes, nobody waits for the answer.
    reply.raw.once('close', () => stopping.abort());
    const connecting = setTimeout(() => stopping.abort(new RelayTimeout()), limits.connectMs);
    let sent = false;
    const onStart = () => {
      sent = true;
      clearTimeout(connecting);
    };
    try {
      const asking = sendRequest(toTarget(url, endpoint, request), {
        method: endpoint.method,
        headers: toSentHeaders(request, authorization),
        body: toLimitedBody(request),
        signal: stopping.signal,
        dispatcher: dispatcher.compose(watchStart(onStart)),
        headersTimeout: limits.answerMs,
        bodyTimeout: limits.idleMs,
      });
      // A request that still waits for its connection notices the signal only then; it is never sent, but never ends.
      const answer = await Promise.race([asking, rejectWith(stopping.signal)]);
      if (answer.statusCode >= 300 && answer.statusCode < 400) {
        answer.body.on('error', () => undefined).destroy();
        throw redirected();
      }
      return await reply.code(answer.statusCode).headers(toPassedHeaders(answer.headers)).send(answer.body);
    } catch (error) {
      throw toRelayRefusal(error as Error, sent && isPaid(endpoint));
    } finally {
      clearTimeout(connecting);
    }
  };
}

/** Whether an endpoint may cost anything. */
export const isPaid = (endpoint: Endpoint | undefined): boolean => endpoint?.cost.per !== 'nothing';

/** The caller's own key, else the gateway's; without either nobody is asked. */
function toAuthorization(request: FastifyRequest, readKey: RelayOptions['readKey']): string {
  if (request.headers.authorization !== undefined) return request.headers.authorization;
  const key = readKey(request);
  if (key === undefined) throw keyRefusals.missing();
  return `Bearer ${key}`;
}

/** The body as it arrives, cut off with 413 where it grows too large. */
function toLimitedBody({ body, headers }: FastifyRequest): Readable | null {
  if (body === undefined || body === null) return null;
  if (Number(headers['content-length'] ?? 0) > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  let size = 0;
  return (body as Readable).pipe(
    new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length;
        done(size > bodyLimit ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, chunk);
      },
    }),
  );
}

const rejectWith = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Tells when a connection stands and the request begins to leave: before that, nothing can have been charged. */
function watchStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
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
