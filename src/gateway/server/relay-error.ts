import { Refusal } from '../../service/http/errors.ts';

/** Why the connection to a hosted service failed, where whoever runs the gateway can do something about it. */
const reasons: Record<string, string | undefined> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its network',
  UND_ERR_ABORTED: 'the proxy did not open a connection to it',
  UND_ERR_PRX_TLS: 'the certificate of the proxy does not fit its name',
};

const untrusted = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Nothing came from the hosted service in the time that it has. */
export class RelayTimeout extends Error {}

/**
 * What the page is told when the hosted service brings no answer. `mayHaveCharged` says that a paid request had been
 * sent by then. No inner text is passed on: it may name what only the gateway should know. Refusals of our own stay.
 */
export function toRelayRefusal(failure: Error & { code?: string }, mayHaveCharged: boolean): Error {
  const { code = '' } = failure;
  if (failure instanceof Refusal || code.startsWith('FST_')) return failure;
  const details = mayHaveCharged ? unknownOutcome : notCharged;
  if (failure instanceof RelayTimeout || /^UND_ERR_\w+_TIMEOUT$/.test(code)) {
    return new Refusal(504, 'TIMEOUT', 'The hosted service did not answer in time.', details);
  }
  const reason = untrusted.test(code)
    ? 'its certificate is not trusted; NODE_EXTRA_CA_CERTS names a file with further authorities'
    : (reasons[code] ?? 'the connection broke');
  const message = `The hosted service cannot be reached: ${reason}.`;
  return new Refusal(503, 'SERVICE_UNAVAILABLE', message, details, mayHaveCharged ? {} : { 'retry-after': '2' });
}

/** The hosted service points elsewhere; to follow would carry the key to an address that nobody has named. */
export const redirected = (): Refusal =>
  new Refusal(
    503,
    'SERVICE_UNAVAILABLE',
    'The hosted service answers at another address; FUNDSCOPE_UPSTREAM must name that one.',
    notCharged,
  );

const unknownOutcome = {
  outcome: 'unknown',
  help: 'The request was sent, so it may have been charged. Trying again may be charged a second time.',
};
const notCharged = { outcome: 'not_charged', help: 'Nothing was charged. Try again shortly.' };
