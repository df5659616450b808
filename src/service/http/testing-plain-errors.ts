import { error, free, helped, invalid, nobody, type ErrorRow } from './testing-error-rows.ts';

const json = { 'content-type': 'application/json' };
const notJson = 'The body is not valid JSON.';
const organization = 'Give exactly one of id, domain, linkedin, crunchbase.';
const names = {
  valid: ['/company/search?name=acme', '/company/search?linkedin=linkedin.com/company/acme'],
  invalid: ['/company/search', '/company/search?name='],
};

/** Errors of the plain shape: success, then error. */
export const plainErrors: readonly ErrorRow[] = [
  ['POST /deals', { body: { page: 'x' } }, 400, invalid('page', 'x', 'must be a number', 'INVALID_TYPE')],
  ['POST /deals', { body: { page: -1 } }, 422, invalid('page', '-1', 'must be at least 0', 'OUT_OF_RANGE')],
  [
    'POST /deals',
    { body: '{', headers: json },
    400,
    error('VALIDATION_ERROR', notJson, {
      errors: [{ field: 'body', value: '', message: notJson, code: 'INVALID_TYPE', validOptions: [] }],
      help: 'Send a JSON object with Content-Type: application/json.',
    }),
  ],
  [
    'GET /company',
    { query: { id: nobody, x: '1' } },
    422,
    invalid('x', '1', 'is not a parameter of this endpoint', 'UNKNOWN_PARAMETER'),
  ],
  ['GET /company', {}, 400, helped('MISSING_IDENTIFIER', 'No identifier was given.', organization)],
  [
    'GET /company',
    { query: { id: 'a', domain: 'b' } },
    400,
    helped('MULTIPLE_IDENTIFIERS', 'More than one identifier was given.', `${organization} Given: id, domain.`),
  ],
  ['GET /company', { query: { id: 'a' } }, 400, helped('INVALID_ID', 'id must be a uuid.', 'Give id as a uuid.')],
  [
    'GET /investor',
    { query: { domain: 'a b' } },
    400,
    helped(
      'INVALID_DOMAIN',
      'domain must be a domain or a URL, such as example.com.',
      'Give domain as a domain or a URL, such as example.com.',
    ),
  ],
  [
    'GET /person',
    { query: { linkedin: 'a' } },
    400,
    helped('INVALID_LINKEDIN_URL', 'linkedin must be a LinkedIn URL.', 'Give linkedin as a LinkedIn URL.'),
  ],
  [
    'GET /person',
    { query: { crunchbase: 'a' } },
    400,
    helped('INVALID_CRUNCHBASE_URL', 'crunchbase must be a Crunchbase URL.', 'Give crunchbase as a Crunchbase URL.'),
  ],
  [
    'GET /person/deals',
    { query: { twitter: 'a' } },
    400,
    helped('INVALID_TWITTER_URL', 'twitter must be a Twitter or X URL.', 'Give twitter as a Twitter or X URL.'),
  ],
  [
    'GET /company/deals',
    { query: { id: nobody, page: '-1' } },
    400,
    helped('INVALID_PAGE', 'page must be a whole number from 0.', 'The first page is 0.'),
  ],
  [
    'GET /investor/deals',
    { query: { id: nobody, page_size: '501' } },
    400,
    helped('INVALID_PAGE_SIZE', 'page_size must be a whole number from 1 to 500.', 'Leave it out for 10 rows.'),
  ],
  [
    'GET /company/search',
    {},
    400,
    error('MISSING_SEARCH_PARAMS', 'No search parameter was given.', {
      help: 'Give one of name, domain, linkedin, crunchbase.',
      provided: [],
      examples: names,
    }),
  ],
  [
    'GET /company/search',
    { query: { name: 'a', domain: 'b.example' } },
    400,
    error('MULTIPLE_SEARCH_PARAMS', 'More than one search parameter was given.', {
      help: 'Give exactly one of name, domain, linkedin, crunchbase. Given: name, domain.',
      provided: ['name', 'domain'],
      examples: names,
    }),
  ],
  [
    'GET /company/search',
    { query: { name: ' ' } },
    400,
    error('EMPTY_SEARCH_TERM', 'The parameter name is blank.', {
      help: 'Give name a value.',
      provided: ['name'],
      examples: names,
    }),
  ],
  ['GET /company', { query: { id: nobody } }, 404, helped('COMPANY_NOT_FOUND', 'No company matches.', free)],
  ['GET /investor', { query: { id: nobody } }, 404, helped('INVESTOR_NOT_FOUND', 'No firm matches.', free)],
  ['GET /person', { query: { id: nobody } }, 404, helped('PERSON_NOT_FOUND', 'No person matches.', free)],
  [
    'GET /company/deals',
    { query: { domain: 'nobody.example' } },
    404,
    error('NOT_FOUND', 'No company matches.', { identifier_type: 'domain', identifier_value: 'nobody.example' }),
  ],
  [
    'GET /investor/deals',
    { query: { id: nobody } },
    404,
    error('NOT_FOUND', 'No firm matches.', { identifier_type: 'id', identifier_value: nobody }),
  ],
  [
    'GET /person/deals',
    { query: { id: nobody } },
    404,
    error('PERSON_NOT_FOUND', 'No person matches.', { identifier_type: 'id', identifier_value: nobody }),
  ],
  ['GET /nothing', {}, 404, helped('NOT_FOUND', 'There is no such endpoint.', 'Check the path and the method.')],
  ['PUT /deals', {}, 405, helped('METHOD_NOT_ALLOWED', 'This endpoint answers POST only.', 'Use POST.')],
  [
    'POST /deals',
    { body: JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), headers: json },
    413,
    helped('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.', 'Send fewer values.'),
  ],
  [
    'POST /deals',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    415,
    helped('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON.', 'Send the header Content-Type: application/json.'),
  ],
];
