import { parseTenths } from '#contract/credits.ts';

/** A filter value that the service did not know and therefore ignored. */
export type IgnoredFilter = { readonly member: string; readonly value: string };

/** The headers of a response; a member is absent when its header is missing or invalid. */
export type ResponseHeaders = {
  readonly usedTenths?: number;
  readonly remainingTenths?: number;
  readonly requestLimit?: number;
  readonly requestsLeft?: number;
  readonly resetSeconds?: number;
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  /** Whether the response repeats an earlier one with the same Idempotency-Key, which is not charged again. */
  readonly replayed?: true;
  readonly ignored: readonly IgnoredFilter[];
  /** Ignored values that did not fit into the header. */
  readonly moreIgnored: number;
};

/** Reads the headers that Fundscope knows; never throws. */
export function readHeaders(headers: Headers): ResponseHeaders {
  const figures = {
    usedTenths: parseTenths(headers.get('X-Credits-Used')),
    remainingTenths: parseTenths(headers.get('X-Credits-Remaining')),
    requestLimit: parseWhole(headers.get('RateLimit-Limit')),
    requestsLeft: parseWhole(headers.get('RateLimit-Remaining')),
    resetSeconds: parseWhole(headers.get('RateLimit-Reset')),
    retryAfterSeconds: parseWhole(headers.get('Retry-After')),
    requestId: headers.get('X-Request-Id') ?? undefined,
    replayed: headers.get('Idempotency-Replayed') === 'true' ? true : undefined,
  };
  const known = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
  return { ...known, ...readIgnored(headers.get('X-Ignored-Filters') ?? '') };
}

/** Reads `member=value,member=value,more=n`, values percent-encoded (contract 4). */
export function readIgnored(text: string): Pick<ResponseHeaders, 'ignored' | 'moreIgnored'> {
  const ignored: IgnoredFilter[] = [];
  let moreIgnored = 0;
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const [member, value] = [part.slice(0, at).trim(), decodeHeader(part.slice(at + 1).trim())];
    if (member === 'more') moreIgnored = parseWhole(value) ?? 0;
    else ignored.push({ member, value });
  }
  return { ignored, moreIgnored };
}

function parseWhole(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

function decodeHeader(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
