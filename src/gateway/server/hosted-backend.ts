import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { parseBalance, readCharge } from '#contract/charge.ts';
import { isObject, parseJson } from '#contract/json.ts';
import { quoteRequest } from '#contract/quote.ts';
import type { Pool } from '../../service/db/pool.ts';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import { CallRejected, type PaidBackend, type PaidCall, type PaidResponse } from '../../service/workspace/paid-call.ts';
import { ServiceError } from '../../service/http/service-error.ts';
import { version } from '../project.ts';
import type { RelayLimits } from './relay.ts';
import { rejectWhenAborted, watchStart } from './relay.ts';
import { chargeUnknown, mapRelayError, RelayTimeout } from './relay-error.ts';

type HostedService = {
  /** The database of the gateway, in which what was bought is stored. */
  readonly db: Pool;
  /** The service's address, to which the contract's paths are appended. */
  readonly url: URL;
  /** The gateway's own key, which pays for its account. */
  readonly key?: string | undefined;
  readonly dispatcher: Dispatcher;
  readonly limits: RelayLimits;
};

/** The longest response that is read: 500 rows have far less. */
const maxBytes = 64 * 1024 * 1024;
/** A longer wait is reported instead of waited for: the page gives up before. */
const maxWaitSeconds = 15;
/** The wait if a 429 has no Retry-After. */
const defaultWaitSeconds = 5;
/** How long to wait for our database to return once the service has charged. */
const recoveryMs = 60_000;

/** Buys from a hosted service. What it charged is read from its response, and is unconfirmed where that does not say. */
export function createHostedBackend(service: HostedService): PaidBackend {
  return {
    isHosted: true,
    async send(call, payer, idempotencyKey, store) {
      const authorization = payer.authorization ?? (service.key === undefined ? undefined : `Bearer ${service.key}`);
      if (authorization === undefined) throw new Error('no key pays for this request');
      for (;;) {
        const reply = await exchange(service, call, { authorization, idempotencyKey });
        const waitSeconds = reply.retryAfter ?? defaultWaitSeconds;
        if (reply.status === 429 && waitSeconds <= maxWaitSeconds) {
          await sleep(waitSeconds * 1000);
          continue;
        }
        const response = readResponse(call, reply);
        return retryWhileUnavailable(recoveryMs, () => service.db.begin((tx) => store(tx, response)));
      }
    },
  };
}

type Reply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  readonly retryAfter: number | null;
};

/** Sends one request. Throws a CallRejected where it was not sent, and another error where no response came. */
async function exchange({ url, dispatcher, limits }: HostedService, call: PaidCall, sender: Sender): Promise<Reply> {
  const stopping = new AbortController();
  const connecting = setTimeout(() => stopping.abort(new RelayTimeout()), limits.connectMs);
  let sent = false;
  const onStart = () => {
    sent = true;
    clearTimeout(connecting);
  };
  try {
    const responding = request(buildTarget(url, call), {
      method: call.endpoint.method,
      headers: buildHeaders(call, sender),
      body: call.body ? JSON.stringify(call.body) : null,
      signal: stopping.signal,
      dispatcher: dispatcher.compose(watchStart(onStart)),
      headersTimeout: limits.answerMs,
      bodyTimeout: limits.idleMs,
    });
    return await readReply(await Promise.race([responding, rejectWhenAborted(stopping.signal)]));
  } catch (error) {
    const mapped = mapRelayError(error as Error, sent);
    if (sent) throw mapped;
    throw new CallRejected(mapped, { status: 503, code: 'SERVICE_UNAVAILABLE' });
  } finally {
    clearTimeout(connecting);
  }
}

type Sender = { readonly authorization: string; readonly idempotencyKey: string };

const buildHeaders = ({ body }: PaidCall, { authorization, idempotencyKey }: Sender) => ({
  accept: 'application/json',
  authorization,
  'idempotency-key': idempotencyKey,
  'user-agent': `Fundscope/${version}`,
  ...(body ? { 'content-type': 'application/json' } : {}),
});

async function readReply({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Reply> {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  };
  const seconds = Number(get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isSafeInteger(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : null;
  return { status, headers: { get }, body: parseJson(await readText(body)), retryAfter };
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new Error('The response is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The address of a call: its path below the configured one, with encoded parameters. */
function buildTarget(base: URL, { endpoint, params = {}, query = {} }: PaidCall): URL {
  const target = new URL(base);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  target.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null)
      target.searchParams.append(name, `${value as string | number | boolean}`);
  }
  return target;
}

/** Reads a response. Throws a CallRejected where it says that nothing was charged, and another error where it may have. */
function readResponse(call: PaidCall, reply: Reply): PaidResponse {
  const { status, headers, body, retryAfter } = reply;
  const charge = readCharge({ status, headers, body }, quoteRequest(call.endpoint, call));
  const requestId = headers.get('X-Request-Id');
  if (status >= 200 && status <= 299 && isObject(body) && isObject(body['data'])) {
    const meta = isObject(body['meta']) ? body['meta'] : {};
    const monthly = parseBalance(meta['monthly_credits_remaining']) ?? null;
    const purchased = parseBalance(meta['purchased_credits_remaining']) ?? null;
    return {
      data: body['data'],
      meta,
      ...parseIgnored(headers.get('X-Ignored-Filters') ?? ''),
      rankedBy: headers.get('Fundscope-Relevance'),
      requestId,
      tenths: charge.state === 'billed' ? charge.billedTenths : undefined,
      balance: monthly === null && purchased === null ? null : { monthly, purchased },
    };
  }
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const code = typeof error['code'] === 'string' ? error['code'].slice(0, 100) : 'UNREADABLE_RESPONSE';
  const message =
    typeof error['message'] === 'string' ? error['message'] : `The service answered with status ${status}.`;
  // A page of a balancer says nothing, and a success without data is no success.
  const isError = status >= 400 && status <= 599 && isObject(body);
  const isRejected = charge.state === 'rejected';
  const failure = new ServiceError({
    status: isError ? status : 502,
    code,
    message,
    body: isRejected && isError ? body : { success: false, error: { code, message, details: chargeUnknown } },
    retryAfter,
  });
  throw isRejected ? new CallRejected(failure, { status, code, requestId }) : failure;
}

/** Reads `member=value,member=value,more=n`, values percent-encoded (contract 4). */
function parseIgnored(text: string): Pick<PaidResponse, 'ignored' | 'moreIgnored'> {
  const pairs = text.split(',').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [{ member: part.slice(0, at).trim(), value: decode(part.slice(at + 1).trim()) }];
  });
  const more = Number(pairs.find(({ member }) => member === 'more')?.value ?? 0);
  const ignored = pairs.filter(({ member }) => member !== 'more');
  return { ignored, moreIgnored: Number.isSafeInteger(more) && more >= 0 ? more : 0 };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
