import type { ApiError, ApiErrorKind } from './api-error.ts';
import { readConnected } from './config.ts';

/** What happened and what to do, in two sentences. */
export type ErrorText = { readonly title: string; readonly advice: string };

const texts: Record<Exclude<ApiErrorKind, 'credits' | 'rate'>, ErrorText> = {
  offline: {
    title: 'This device is offline',
    advice:
      'Nothing was sent and nothing was charged. What is loaded stays usable; try again when the connection is back.',
  },
  unreachable: {
    title: 'The connection failed before an answer came',
    advice: 'The request was sent, so it may have been charged. It stands beside the meter until you decide.',
  },
  timeout: {
    title: 'No answer came in time',
    advice: 'The request was sent, so it may have been charged. It stands beside the meter until you decide.',
  },
  unreadable: {
    title: 'The answer could not be read',
    advice:
      'Something between this page and the service changed it. It may have been charged; see the meter after the next paid answer.',
  },
  budget: {
    title: 'Not sent: the budget of this session does not cover it',
    advice: 'Nothing was charged. Raise the budget beside the meter, or ask for fewer rows.',
  },
  stopped: {
    title: 'Not sent: you stopped waiting',
    advice: 'Nothing was charged. The service answers again when its minute has passed.',
  },
  key: {
    title: 'The service does not accept the key',
    advice: 'Nothing was charged. Enter a valid key in the settings, then try again.',
  },
  plan: { title: 'The plan does not include this', advice: 'Nothing was charged. A larger plan is needed.' },
  missing: { title: 'The service does not know this', advice: 'Nothing was charged.' },
  invalid: {
    title: 'The service refused the question',
    advice: 'Nothing was charged. Change what is marked and search again.',
  },
  unavailable: {
    title: 'The service is away for the moment',
    advice: 'Nothing was charged. It usually comes back within seconds; then try again.',
  },
  slow: {
    title: 'The question took the service too long',
    advice: 'Nothing was charged. Narrow the filters, or try again later.',
  },
  server: {
    title: 'The service failed',
    advice: 'Nothing was charged. Try again; if it stays, report the request number below.',
  },
};

/** Whether asking again costs anything hangs on the service: ours knows the question again by its key. */
function toLostText({ title, advice }: ErrorText): ErrorText {
  const again =
    readConnected()?.service === 'own'
      ? 'Asking again brings the same answer without a second charge.'
      : 'Asking again may be charged a second time.';
  return { title, advice: `${advice} ${again}` };
}

/** Words for a failure; what the service said itself stands beside them. */
export function describeError({ kind, facts }: ApiError): ErrorText {
  if (kind === 'rate') {
    return {
      title: 'Too many requests this minute',
      advice: 'Nothing was charged. The minute has to pass; then try again.',
    };
  }
  if (kind === 'unreachable' || kind === 'timeout') return toLostText(texts[kind]);
  if (kind !== 'credits') return texts[kind];
  const { creditsNeeded, monthlyLeft, purchasedLeft } = facts;
  const left =
    typeof monthlyLeft === 'number' || typeof purchasedLeft === 'number'
      ? (monthlyLeft ?? 0) + (purchasedLeft ?? 0)
      : undefined;
  const figures = [
    ...(creditsNeeded === undefined ? [] : [`${creditsNeeded.toLocaleString('en-US')} needed`]),
    ...(left === undefined ? [] : [`${left.toLocaleString('en-US')} left`]),
  ].join(', ');
  return {
    title: figures === '' ? 'Not enough credits' : `Not enough credits: ${figures}`,
    advice: 'Nothing was charged. Choose fewer rows per page or add credits; what is loaded stays usable.',
  };
}
