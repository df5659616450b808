import { HttpError } from '../../service/http/http-error.ts';

/** Connection failures that the operator of the gateway can fix. */
const reasons: Record<string, string | undefined> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  EHOSTUNREACH: 'its address cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  UND_ERR_ABORTED: 'the proxy did not open a connection to it',
  UND_ERR_PRX_TLS: 'the certificate of the proxy does not match its name',
};

const untrusted = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** The hosted service did not respond within its time limit. */
export class RelayTimeout extends Error {}

/**
 * The error that the page receives if the hosted service does not respond. `mayHaveCharged`: a paid request was already
 * sent. The original message is not passed on, because it may contain the key or internal hosts.
 */
export function mapRelayError(failure: Error & { code?: string }, mayHaveCharged: boolean): Error {
  const { code = '' } = failure;
  // Other errors of Fastify's are about the response.
  if (failure instanceof HttpError || code.startsWith('FST_ERR_CTP_')) return failure;
  const details = mayHaveCharged ? chargeUnknown : notCharged;
  if (failure instanceof RelayTimeout || /^UND_ERR_\w+_TIMEOUT$/.test(code)) {
    return new HttpError('hostedServiceTimeout', details);
  }
  const reason = describeConnectionFailure(failure);
  // Without Retry-After clients do not retry a request that may have been charged.
  return new HttpError(mayHaveCharged ? 'hostedServiceLost' : 'hostedServiceUnreachable', { ...details, reason });
}

/** Why a service could not be reached, for its operator. */
export function describeConnectionFailure({ name, code = '' }: Error & { code?: string }): string {
  if (name === 'TimeoutError' || /^UND_ERR_\w+_TIMEOUT$/.test(code)) return 'it does not answer in time';
  return untrusted.test(code)
    ? 'its certificate is not trusted; set NODE_EXTRA_CA_CERTS to a file with further authorities'
    : (reasons[code] ?? 'the connection broke');
}

/** The hosted service redirects. Following would send the key to an address that nobody configured. */
export const redirectNotFollowed = (mayHaveCharged: boolean): HttpError =>
  new HttpError('hostedServiceMoved', mayHaveCharged ? chargeUnknown : notCharged);

/** The hosted service sent a status that HTTP does not have, so nothing that its response says is believed. */
export const unknownStatus = (status: number, mayHaveCharged: boolean): HttpError =>
  new HttpError('hostedServiceLost', {
    ...(mayHaveCharged ? chargeUnknown : notCharged),
    reason: `it answers with status ${status}, which HTTP does not have`,
  });

/** The details of an error after which a charge is unconfirmed. */
export const chargeUnknown = {
  outcome: 'unknown',
  help: 'The request was sent, so it may have been charged. Sending it again may be charged a second time.',
} as const;
const notCharged = { outcome: 'not_charged', help: 'You were not charged. Try again shortly.' } as const;
