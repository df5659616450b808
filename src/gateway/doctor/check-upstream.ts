import { type Dispatcher, request } from 'undici';
import { formatUpstreamUrl, type Upstream } from '../environment.ts';
import { describeConnectionFailure } from '../server/relay-error.ts';
import { createProxyDispatcher, isUnencrypted } from '../server/upstream.ts';
import { type CheckFinding, checkClock, failCheck, passCheck } from './check-finding.ts';

const answerMs = 10_000;

/** Checks a hosted service, its clock and its key with one free search for an industry. */
export async function checkUpstream({ url, key }: Upstream): Promise<CheckFinding[]> {
  const dispatcher = createProxyDispatcher();
  try {
    const started = Date.now();
    const response = await request(formatUpstreamUrl({ url }, '/industry/search?name=software'), {
      dispatcher,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      signal: AbortSignal.timeout(2 * answerMs),
    });
    const ms = Date.now() - started;
    const content = await response.body.json().catch(() => undefined);
    const upstream = judgeResponse(url, response, content, ms);
    const clock = checkServiceClock(response, started + ms / 2, url.host);
    return [upstream, ...clock, ...(upstream.ok ? [judgeKey(key, response.statusCode)] : [])];
  } catch (error) {
    const reason = describeConnectionFailure(error as Error);
    return [failCheck('upstream', `${url.host} cannot be reached: ${reason}.`, 'Check FUNDSCOPE_UPSTREAM.')];
  } finally {
    await dispatcher.destroy();
  }
}

function judgeResponse(url: URL, response: Dispatcher.ResponseData, content: unknown, ms: number): CheckFinding {
  const { statusCode: status, headers } = response;
  if (status >= 300 && status < 400) {
    const target = URL.canParse(String(headers['location'])) ? new URL(String(headers['location'])).host : 'elsewhere';
    return failCheck(
      'upstream',
      `${url.host} redirects to ${target}, which the gateway does not follow.`,
      'Set FUNDSCOPE_UPSTREAM to the address that answers itself.',
    );
  }
  if (status === 429 || status >= 500) {
    return failCheck('upstream', `${url.host} answers ${status}.`, 'Try again in a minute.');
  }
  const body = content as { success?: unknown; error?: unknown } | undefined;
  if (body?.success !== true && !(status === 401 && body?.error) && !(status === 403 && body?.error)) {
    return failCheck(
      'upstream',
      `${url.host} answers ${status}, but not as this API does.`,
      'Set FUNDSCOPE_UPSTREAM to the address of the API, ending in /api/v1.',
    );
  }
  if (isUnencrypted(url)) {
    return failCheck(
      'upstream',
      `${url.host} is reached over plain http: anyone on the network can read the key.`,
      'Set FUNDSCOPE_UPSTREAM to an address that begins with https.',
    );
  }
  return passCheck('upstream', `${url.host} answers in ${ms} ms${url.protocol === 'https:' ? ' over TLS' : ''}.`);
}

/** The Date header has whole seconds, so half a second is added. */
function checkServiceClock({ headers }: Dispatcher.ResponseData, now: number, host: string): CheckFinding[] {
  const theirs = Date.parse(String(headers['date']));
  return Number.isNaN(theirs) ? [] : [checkClock(now - theirs - 500, host)];
}

function judgeKey(key: string | undefined, status: number): CheckFinding {
  if (key === undefined) return passCheck('key', 'Each browser sends its own.');
  return status === 401 || status === 403
    ? failCheck('key', `The hosted service rejects the key (${status}).`, 'Set FUNDSCOPE_KEY to a key that works.')
    : passCheck('key', 'The hosted service accepts it.');
}
