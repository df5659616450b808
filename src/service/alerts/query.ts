import { uuid } from '#contract/scalars.ts';
import { Refusal } from '../http/errors.ts';
import type { Period } from './matches.ts';

const mostIds = 10;
const mostDays = 365;
const dayMs = 86_400_000;

/** Refuses a request without one of its three parameters (contract 5). */
export function refuseMissing(query: Record<string, unknown>): void {
  const missingParams = ['alert_ids', 'start_date', 'end_date'].filter((name) => {
    const value = query[name];
    return value === undefined || (typeof value === 'string' && value.trim() === '');
  });
  if (missingParams.length === 0) return;
  throw new Refusal(400, 'MISSING_PARAMETERS', `Missing: ${missingParams.join(', ')}.`, {
    missingParams,
    help: 'Give alert_ids, start_date and end_date.',
  });
}

type AlertQuery = { alert_ids: string; start_date: string; end_date: string };

/** The alerts and the period that a request names, each alert once (specification 4.14, contract 1.5). */
export function readAlertQuery(query: AlertQuery, now: Date): { ids: string[]; period: Period } {
  const ids = [...new Set(query.alert_ids.split(',').map((id) => toAlertId(id.trim())))];
  if (ids.length > mostIds) {
    throw new Refusal(400, 'TOO_MANY_ALERT_IDS', `More than ${mostIds} alerts were asked for.`, {
      help: `Ask for at most ${mostIds} at a time.`,
    });
  }
  const [start, end] = [toMoment('start_date', query.start_date), toMoment('end_date', query.end_date)];
  refusePeriod(start, end, now);
  return { ids, period: { start, end } };
}

function toAlertId(given: string): string {
  const id = uuid.safeParse(given);
  if (id.success) return id.data;
  throw new Refusal(400, 'INVALID_ALERT_ID', 'An alert id is not a uuid.', {
    help: 'Give the ids as GET /alerts/configurations shows them, with commas between.',
  });
}

const momentShape = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date-time; without an offset it is UTC, and a bare date is refused (contract 1.5). */
function toMoment(field: string, provided: string): Date {
  const text = provided.trim();
  const day = text.slice(0, 10);
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const moment = new Date(`${day}T${text.slice(11)}${hasOffset ? '' : 'Z'}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  if (momentShape.test(text) && exists && isOfKnownYear(moment)) return moment;
  throw new Refusal(400, 'INVALID_DATE_FORMAT', `${field} is not a date-time.`, {
    field,
    provided,
    expected: 'YYYY-MM-DDTHH:mm:ssZ',
  });
}

/** The years 1 to 9999 in UTC: JavaScript counts further than the database and the wire. */
const isOfKnownYear = (moment: Date): boolean =>
  !Number.isNaN(moment.getTime()) && moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;

function refusePeriod(start: Date, end: Date, now: Date): void {
  const help = 'Give a start_date that is not in the future and not after end_date.';
  if (start > end) throw new Refusal(400, 'INVALID_DATE_RANGE', 'start_date is after end_date.', { help });
  if (end.getTime() - start.getTime() > mostDays * dayMs) {
    throw new Refusal(400, 'DATE_RANGE_TOO_LARGE', `The period is longer than ${mostDays} days.`, {
      help: 'Ask for a shorter period.',
    });
  }
  if (start > now) throw new Refusal(400, 'FUTURE_DATE', 'start_date is in the future.', { help });
}
