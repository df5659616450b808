import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#contract/errors.ts';
import { isDatabaseAway } from '../db/away.ts';

type Details = Record<string, unknown>;

/** A request that is answered with an error: status, code, message and details of contract 5; never charged. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Details | string | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, details?: Details | string, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** A VALIDATION_ERROR over every problem found: 400 when a JSON type is wrong, 422 otherwise (contract 5). */
export function toValidationRefusal(problems: readonly Problem[], help: string): Refusal {
  const status = problems.some((problem) => problem.code === 'INVALID_TYPE') ? 400 : 422;
  const message = problems[0]?.message ?? 'The request is not valid.';
  return new Refusal(status, 'VALIDATION_ERROR', message, { errors: problems, help });
}

/** Sends an error in the body shape of specification 7.1, quirks included. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, numbered: boolean): FastifyReply {
  const { status, code, message, details } = refusal;
  const error = { code, message, ...(details === undefined ? {} : { details }) };
  return reply
    .code(status)
    .headers(refusal.headers)
    .send(toErrorBody(status, error, numbered));
}

function toErrorBody(status: number, error: object, numbered: boolean): object {
  if (status === 401) return { error };
  if (status === 402 || status === 429) return { error, success: false };
  const numberedHere = numbered && (status === 400 || status === 404 || status === 422);
  return { success: false, error, ...(numberedHere ? { statusCode: status } : {}) };
}

/** Turns whatever was thrown into a refusal; what nobody foresaw becomes a 500 without its inner text. */
export function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const { code = '', name = '' } = thrown as Partial<FastifyError>;
  const bodyRefusal = bodyRefusals[code];
  if (bodyRefusal) return bodyRefusal();
  if (isDatabaseAway(thrown)) {
    return new Refusal(
      503,
      'SERVICE_UNAVAILABLE',
      'The database is not available at the moment. Try again shortly.',
      { help: 'Nothing was charged.' },
      { 'retry-after': '2' },
    );
  }
  if (code === '57014') {
    return new Refusal(504, 'TIMEOUT', 'The query took longer than the service allows.', {
      help: 'Nothing was charged. Narrow the filters and try again.',
    });
  }
  if (name === 'SyntaxError' || code === 'FST_ERR_CTP_INVALID_JSON_BODY') return malformed();
  return new Refusal(500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.', 'Nothing was charged. Try again.');
}

const malformed = () =>
  new Refusal(400, 'VALIDATION_ERROR', 'The body is not valid JSON.', {
    errors: [
      { field: 'body', value: '', message: 'The body is not valid JSON.', code: 'INVALID_TYPE', validOptions: [] },
    ],
    help: 'Send a JSON object with Content-Type: application/json.',
  });

const bodyRefusals: Record<string, (() => Refusal) | undefined> = {
  FST_ERR_CTP_INVALID_JSON_BODY: malformed,
  FST_ERR_CTP_EMPTY_JSON_BODY: malformed,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformed,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON.', {
      help: 'Send the header Content-Type: application/json.',
    }),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Refusal(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.', { help: 'Send fewer values.' }),
};

/** The one error handler: logs what nobody foresaw, answers everything in the contract's shape. */
export function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(thrown);
  // Nobody waits for the answer of a connection that closed, and its query was stopped for that reason.
  if (refusal.status >= 500 && !reply.raw.destroyed) request.log.error({ err: thrown }, refusal.code);
  return sendRefusal(reply, refusal, request.routeOptions.config.endpoint?.statusCodeInErrors ?? false);
}
