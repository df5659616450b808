import { formatGrouped } from '../format.ts';
import type { ApiError, ApiErrorKind } from './api-error.ts';
import { readConnected, readIsMetered } from './connection.ts';
import { readKey } from './key.ts';

/** What happened and what to do, in two sentences. */
type ErrorText = { readonly title: string; readonly advice: string };
/** The same, which says that nothing was charged where anything is; `lead` is said before that. */
type Described = ErrorText & { readonly isUncharged?: true; readonly lead?: string };

const lost = 'You may have been charged: see "charge unconfirmed" in the credit meter.';

const texts: Record<Exclude<ApiErrorKind, 'credits' | 'rate'>, Described> = {
  offline: {
    title: 'This device is offline',
    isUncharged: true,
    advice: 'Try again when you are back online.',
  },
  unreachable: { title: 'The connection failed before a response arrived', advice: lost },
  timeout: { title: 'The response took too long', advice: lost },
  unreadable: { title: 'The response could not be read', advice: lost },
  budget: {
    title: 'Not sent: over budget',
    isUncharged: true,
    advice: 'Buy less, or change the budget in Settings.',
  },
  unconfirmed: {
    title: 'Not sent: an earlier try got no response',
    advice:
      'This try was not charged, but the earlier one may have been: see Usage. Trying again may be charged a second time.',
  },
  stopped: {
    title: 'Not sent: you stopped waiting',
    isUncharged: true,
    advice: 'Try again in a minute.',
  },
  key: {
    title: 'The service does not accept the key',
    isUncharged: true,
    advice: 'Enter a valid key in Settings, then try again.',
  },
  plan: {
    title: 'Your plan does not include this',
    isUncharged: true,
    advice: 'Upgrade the plan to use it.',
  },
  missing: { title: 'Not found', isUncharged: true, advice: '' },
  invalid: {
    title: 'The service rejected the search',
    isUncharged: true,
    advice: 'Correct the marked fields and search again.',
  },
  unavailable: {
    title: 'The service is unavailable',
    isUncharged: true,
    advice: 'Try again in a few seconds.',
  },
  slow: {
    title: 'The search took too long',
    isUncharged: true,
    advice: 'Narrow the filters, or try again later.',
  },
  server: {
    title: 'The service failed',
    isUncharged: true,
    advice: 'Try again; if it fails again, report the request id below.',
  },
};

/** Errors of members, which have the same status as others. */
const codeTexts: Readonly<Record<string, Described | undefined>> = {
  VIEWER_CANNOT_SPEND: {
    title: 'Viewers spend no credits',
    isUncharged: true,
    advice: 'Ask an owner of the workspace to make you a member.',
  },
  MEMBER_REMOVED: {
    title: 'You are no longer a member of this workspace',
    advice: 'Ask an owner for a new invitation.',
  },
  MEMBER_REQUIRED: { title: 'Only members can do this', advice: 'Ask an owner of the workspace to make you a member.' },
  MAIL_LIMIT_REACHED: { title: 'Five mails were sent by hand in the last hour', advice: 'Try again in an hour.' },
  OWNER_REQUIRED: { title: 'Only owners can do this', advice: 'Ask an owner of the workspace.' },
  PRICE_TOO_HIGH: {
    title: 'Not sent: it could cost more than the price shown',
    isUncharged: true,
    advice: 'Check the price on the button, then press it again.',
  },
  INVITATION_ENDED: {
    title: 'This invitation was used before, has expired or was replaced',
    advice: 'Ask an owner of the workspace for a new link.',
  },
};

/** What a failure without a readable response may have cost. */
function describeLost({ title, advice }: ErrorText, { facts }: ApiError): ErrorText {
  const { status, usedTenths } = facts;
  if (usedTenths === 0) return { title, advice: 'The service says that you were not charged. Try again.' };
  // Only the way to the gateway failed, which stores what it buys.
  if (status === 0 && usedTenths === undefined) return { title, advice: gatewayAdvice };
  const charge =
    usedTenths === undefined ? advice : `You were charged ${formatGrouped(usedTenths / 10, 1)} credits for it.`;
  return { title, advice: `${charge} Repeating it may be charged a second time.` };
}

const gatewayAdvice =
  'You may have been charged: see Usage. Try again: what the gateway has stored is not charged again.';

/** Longer waits are shown as a time of day, because nobody counts thousands of seconds. */
const longWaitSeconds = 120;

/** "Try again at 15:40." by the user's clock, with the day if it is more than half a day away. */
function describeLongWait({ at, facts }: ApiError): string | undefined {
  const { retryAfterSeconds = 0 } = facts;
  if (retryAfterSeconds <= longWaitSeconds) return undefined;
  const moment = new Date(Date.now() - performance.now() + at + retryAfterSeconds * 1000);
  const time = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `Try again ${retryAfterSeconds > 43_200 ? `on ${day} ` : ''}at ${time}.`;
}

/** The text on screen for an error, next to the service's own message; nothing about charges where there are none. */
export function describeError(error: ApiError): ErrorText {
  const { title, lead, advice, isUncharged } = describeCharge(error);
  const isMetered = readIsMetered();
  if (!isMetered && error.mayHaveCharged) return { title, advice: 'Try again.' };
  const charge = isUncharged === true && isMetered ? 'You were not charged.' : undefined;
  return { title, advice: [lead, charge, advice].filter(Boolean).join(' ') };
}

function describeCharge(error: ApiError): Described {
  const { mayHaveCharged } = error;
  const text = describeKind(error);
  if (mayHaveCharged) return describeLost(text, error);
  if (error.kind === 'budget') return { ...text, lead: error.message };
  const wait = describeLongWait(error);
  return wait === undefined ? text : { title: text.title, isUncharged: true, advice: wait };
}

function describeKind({ kind, facts }: ApiError): Described {
  if (kind === 'rate') {
    const isLong = (facts.retryAfterSeconds ?? 0) > longWaitSeconds;
    return {
      title: isLong ? 'Too many requests' : 'Too many requests this minute',
      isUncharged: true,
      advice: facts.retryAfterSeconds === undefined ? 'Try again in a minute.' : '',
    };
  }
  const special = facts.code === undefined ? undefined : codeTexts[facts.code];
  if (special) return special;
  // Settings cannot change the key of a gateway.
  if (kind === 'key' && readKey() === undefined && readConnected()?.key === 'gateway')
    return { ...texts.key, isUncharged: true, advice: 'Correct FUNDSCOPE_KEY on the gateway and restart it.' };
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
    // An earlier request of the same purchase may have been charged.
    advice: `This request was not charged. Add credits${left === 0 ? '' : ', or unlock less at once'}.`,
  };
}
