import type { RequestParts } from '../../testing/service.ts';
import { uuidOf } from '../../testing/records.ts';
import { error, helped, invalid, nobody, type ErrorRow } from './testing-error-rows.ts';

const shownAs = 'Give the id as POST /deals shows it.';
const period = 'Give a start_date that is not in the future and not after end_date.';
const alerts = (changed: Record<string, string>): RequestParts => ({
  query: {
    alert_ids: uuidOf('deal', 99),
    start_date: '2026-01-01T00:00:00Z',
    end_date: '2026-01-02T00:00:00Z',
    ...changed,
  },
});
const places = {
  valid: ['/location/search?name=berlin&type=CITY'],
  invalid: ['/location/search', '/location/search?name='],
};

/** Errors of deal look-ups, alerts and location and industry look-ups: with statusCode. */
export const numberedErrors: readonly ErrorRow[] = [
  ['GET /deals/1', {}, 400, helped('INVALID_DEAL_ID', 'The deal id is not a uuid.', shownAs)],
  [`GET /deals/${nobody}`, {}, 404, helped('DEAL_NOT_FOUND', 'No deal has this id.', shownAs)],
  [`GET /deals/${nobody}/investors`, {}, 404, helped('DEAL_NOT_FOUND', 'No deal has this id.', shownAs)],
  [
    'GET /location/search',
    {},
    400,
    error('MISSING_SEARCH_PARAMS', 'The parameter name is missing.', {
      help: 'Give the location to look for as name.',
      provided: [],
      examples: places,
    }),
  ],
  [
    'GET /location/search',
    { query: { name: '' } },
    400,
    error('EMPTY_SEARCH_TERM', 'The parameter name is blank.', {
      help: 'Give the location to look for as name.',
      provided: ['name'],
      examples: places,
    }),
  ],
  [
    'GET /location/search',
    { query: { name: 'x', type: 'CITY', location_type: 'CITY' } },
    400,
    error('MULTIPLE_LOCATION_TYPE_PARAMS', 'The parameters type and location_type mean the same; give one of them.', {
      help: 'Give type or location_type, not both.',
      provided: ['name', 'type', 'location_type'],
      examples: places,
    }),
  ],
  [
    'GET /industry/search',
    { query: { name: 'x', type: 'INDUSTRY', industry_type: 'INDUSTRY' } },
    400,
    error('MULTIPLE_INDUSTRY_TYPE_PARAMS', 'The parameters type and industry_type mean the same; give one of them.', {
      help: 'Give type or industry_type, not both.',
      provided: ['name', 'type', 'industry_type'],
      examples: {
        valid: ['/industry/search?name=software'],
        invalid: ['/industry/search', '/industry/search?name='],
      },
    }),
  ],
  [
    'GET /industry/search',
    { query: { name: 'x', limit: '0' } },
    422,
    invalid('limit', '0', 'must be at least 1', 'OUT_OF_RANGE'),
  ],
  [
    'GET /alerts',
    { query: { alert_ids: nobody } },
    400,
    error('MISSING_PARAMETERS', 'Missing: start_date, end_date.', {
      missingParams: ['start_date', 'end_date'],
      help: 'Give alert_ids, start_date and end_date.',
    }),
  ],
  [
    'GET /alerts',
    alerts({ alert_ids: 'x' }),
    400,
    helped(
      'INVALID_ALERT_ID',
      'An alert id is not a uuid.',
      'Give the ids as GET /alerts/configurations shows them, with commas between.',
    ),
  ],
  [
    'GET /alerts',
    alerts({ alert_ids: Array.from({ length: 11 }, (_, at) => uuidOf('deal', at)).join(',') }),
    400,
    helped('TOO_MANY_ALERT_IDS', 'More than 10 alerts were asked for.', 'Ask for at most 10 at a time.'),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2026-01-01' }),
    400,
    error('INVALID_DATE_FORMAT', 'start_date is not a date-time.', {
      field: 'start_date',
      provided: '2026-01-01',
      expected: 'YYYY-MM-DDTHH:mm:ssZ',
    }),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2026-01-03T00:00:00Z' }),
    400,
    helped('INVALID_DATE_RANGE', 'start_date is after end_date.', period),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2024-12-31T00:00:00Z' }),
    400,
    helped('DATE_RANGE_TOO_LARGE', 'The period is longer than 365 days.', 'Ask for a shorter period.'),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2026-01-15T12:00:01Z', end_date: '2026-01-16T00:00:00Z' }),
    400,
    helped('FUTURE_DATE', 'start_date is in the future.', period),
  ],
  [
    'GET /alerts',
    alerts({}),
    404,
    helped(
      'ALERT_NOT_FOUND',
      'An alert that was asked for does not exist.',
      'GET /alerts/configurations lists the alerts of this account.',
    ),
  ],
];
