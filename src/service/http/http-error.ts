import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Problem } from '#contract/error-body.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { ErrorDefinition } from './error-definition.ts';
import { type ErrorName, type ErrorValues, errors } from './errors.ts';
import { ServiceError } from './service-error.ts';

type Values = Readonly<Record<string, unknown>>;

/** An error of the table; thrown anywhere in a request, it becomes the response. */
export class HttpError<N extends ErrorName = ErrorName> extends Error {
  readonly definition: ErrorDefinition;
  readonly status: number;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: N, ...[given]: keyof ErrorValues<N> extends never ? [] : [values: ErrorValues<N>]) {
    const values: Values = given ?? {};
    const definition: ErrorDefinition = errors[name];
    super(fillText(definition.message, values));
    this.definition = definition;
    this.status = definition.status;
    this.details = buildDetails(definition, values);
    this.headers = Object.fromEntries(
      Object.entries(definition.headers ?? {}).map(([header, text]) => [header, fillText(text, values)]),
    );
  }
}

/** A request whose charge can be neither confirmed nor ruled out; any response would claim one of the two. */
export class UnconfirmedChargeError extends Error {
  override readonly name = 'UnconfirmedChargeError';
}

function fillText(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}

/** `details` with exactly the members of its schema, in their order. */
function buildDetails({ details, values: constants = {} }: ErrorDefinition, values: Values): unknown {
  if (typeof constants === 'string') return constants;
  if (!(details instanceof z.ZodObject)) return undefined;
  const members = Object.keys(details.shape).map((member) => {
    const constant = constants[member];
    return [member, constant === undefined ? values[member] : fillText(constant, values)];
  });
  return Object.fromEntries(members);
}

const validationHelp = 'Correct these values and send the request again. You were not charged.';

/** A VALIDATION_ERROR with all problems: 400 when a JSON type is wrong, 422 otherwise (contract 5). */
export function createValidationError(problems: readonly Problem[], help = validationHelp): HttpError {
  const name = problems.some(({ code }) => code === 'INVALID_TYPE') ? 'invalidType' : 'validation';
  const problem = problems[0]?.message ?? 'The request is not valid.';
  return new HttpError(name, { problem, errors: [...problems], help });
}

/**
 * The members of an error body in their order, quirks of specification 7.1 included: 401 has no `success`, in 402 and
 * 429 it follows `error`, and some endpoints add `statusCode` to 400, 404 and 422.
 */
export function orderErrorMembers<E, S, C>(
  status: number,
  { error, success, statusCode }: { error: E; success: S; statusCode: C | undefined },
): { error: E; success?: S; statusCode?: C } {
  if (status === 401) return { error };
  if (status === 402 || status === 429) return { error, success };
  const hasStatusCode = statusCode !== undefined && (status === 400 || status === 404 || status === 422);
  return { success, error, ...(hasStatusCode ? { statusCode } : {}) };
}

/** The body of an error (specification 7.1). */
export function buildErrorBody(error: HttpError, hasStatusCode = false): object {
  const { status, message, details } = error;
  const { code } = error.definition;
  return orderErrorMembers(status, {
    error: { code, message, ...(details === undefined ? {} : { details }) },
    success: false,
    statusCode: hasStatusCode ? status : undefined,
  });
}

/**
 * Handles every error of a request: logs the unexpected ones and responds in the shape of the contract. An unconfirmed
 * charge closes the connection instead, as if this process had been killed.
 */
export function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (thrown instanceof UnconfirmedChargeError) {
    request.log.error({ err: thrown }, 'no response');
    request.raw.destroy();
    return reply.hijack();
  }
  if (thrown instanceof ServiceError) return sendServiceError(reply, thrown);
  const error = convertError(thrown, request.routeOptions.bodyLimit);
  // If the connection is closed, nobody waits for a response, and the query was canceled for that reason. An index that
  // is still being read is no failure: the page asks again.
  if (error.status >= 500 && error.definition !== errors.indexNotReady && !reply.raw.destroyed) {
    request.log.error({ err: thrown }, error.definition.code);
  }
  const hasStatusCode = request.routeOptions.config.endpoint?.statusCodeInErrors ?? false;
  return sendError(reply, error, hasStatusCode);
}

/** Sends an error of the service that was asked as it came. */
function sendServiceError(
  reply: FastifyReply,
  { status, code, message, body, retryAfter }: ServiceError,
): FastifyReply {
  if (retryAfter !== null) void reply.header('retry-after', String(retryAfter));
  return reply.code(status).send(body ?? { success: false, error: { code, message } });
}

/** Sends an error. */
export function sendError(reply: FastifyReply, error: HttpError, hasStatusCode = false): FastifyReply {
  return reply.code(error.status).headers(error.headers).send(buildErrorBody(error, hasStatusCode));
}

/** The API error for anything thrown; an unexpected error becomes a 500 without its own message. */
function convertError(thrown: unknown, maxBodyBytes = 0): HttpError {
  if (thrown instanceof HttpError) return thrown;
  const { code = '', name = '' } = thrown as Partial<FastifyError>;
  if (malformedJsonCodes.has(code) || name === 'SyntaxError') return createMalformedJsonError();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING') {
    return new HttpError('unsupportedMediaType');
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new HttpError('payloadTooLarge', { max: Math.floor(maxBodyBytes / 1024 ** 2) });
  }
  if (isDatabaseUnavailable(thrown)) return new HttpError('databaseUnavailable');
  if (code === queryCanceled) return new HttpError('queryTimeout');
  return new HttpError('unexpected');
}

/** PostgreSQL's code for a query over its time limit. */
const queryCanceled = '57014';

const malformedJsonCodes = new Set([
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_CP_ERR_INVALID_CONTENT',
]);

function createMalformedJsonError(): HttpError {
  const message = 'The body is not valid JSON.';
  return createValidationError(
    [{ field: 'body', value: '', message, code: 'INVALID_TYPE', validOptions: [] }],
    'Send a JSON object with Content-Type: application/json.',
  );
}
