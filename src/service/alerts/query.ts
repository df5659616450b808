import { HttpError } from '../http/http-error.ts';
import { isBlank } from '../http/lookup-precheck.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { parseId } from '../http/validation.ts';
import type { TimeRange } from './matches.ts';

const maxIds = 10;
const maxDays = 365;
const dayMs = 86_400_000;

/** Throws unless the plan includes alerts (specification 4.14). */
export function precheckPlan({ plan }: KeyOwner): void {
  if (plan === 'PRO_PLUS' || plan === 'API') return;
  throw new HttpError('planRequired', { current_tier: plan });
}

/** Throws when one of the three parameters is missing (contract 5). */
export function precheckParameters(query: Record<string, unknown>): void {
  const missingParams = ['alert_ids', 'start_date', 'end_date'].filter(
    (name) => query[name] === undefined || isBlank(query[name]),
  );
  if (missingParams.length === 0) return;
  throw new HttpError('missingParameters', { missingParams });
}

type AlertQuery = { alert_ids: string; start_date: string; end_date: string };

/** The alerts and the period that a request names, each alert once (specification 4.14, contract 1.5). */
export function parseAlertQuery(query: AlertQuery, now: Date): { ids: string[]; period: TimeRange } {
  const ids = [...new Set(query.alert_ids.split(',').map((id) => parseId(id.trim(), 'invalidAlertIds')))];
  if (ids.length > maxIds) throw new HttpError('tooManyAlertIds', { max: maxIds });
  const [start, end] = [parseDateTime('start_date', query.start_date), parseDateTime('end_date', query.end_date)];
  checkPeriod(start, end, now);
  return { ids, period: { start, end } };
}

const dateTimeShape = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date-time; without an offset it is UTC, and a bare date is rejected (contract 1.5). */
function parseDateTime(field: string, provided: string): Date {
  const text = provided.trim();
  const day = text.slice(0, 10);
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const moment = new Date(`${day}T${text.slice(11)}${hasOffset ? '' : 'Z'}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  if (dateTimeShape.test(text) && exists && isOfKnownYear(moment)) return moment;
  throw new HttpError('invalidDateFormat', { field, provided });
}

/** The years 1 to 9999 in UTC: JavaScript dates have a wider range than the database and the API. */
const isOfKnownYear = (moment: Date): boolean =>
  !Number.isNaN(moment.getTime()) && moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;

function checkPeriod(start: Date, end: Date, now: Date): void {
  if (start > end) throw new HttpError('invalidDateRange');
  if (end.getTime() - start.getTime() > maxDays * dayMs) {
    throw new HttpError('dateRangeTooLarge', { max: maxDays });
  }
  if (start > now) throw new HttpError('futureDate');
}
