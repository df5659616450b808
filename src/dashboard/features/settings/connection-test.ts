import { searchLocations } from '#contract/lookups.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError, type ErrorText } from '../../platform/http/error-text.ts';

/** What a test of address and key found. */
export type ConnectionTest = ErrorText & { readonly works: boolean };

/** Asks one free question, which needs the right address, the right key and the service's consent to this page. */
export async function testConnection(address: string): Promise<ConnectionTest> {
  try {
    await sendFree(searchLocations, { query: { name: 'berlin' } });
    return { works: true, title: `${new URL(address).host} answers`, advice: 'The test was free.' };
  } catch (failure) {
    const known = failure instanceof ApiError ? failure : new ApiError('unreadable', 'The test broke off.');
    return { works: false, ...formatTestResult(known, address, window.location.origin) };
  }
}

/** What a failed test means for whoever has entered the address, and what to do. */
export function formatTestResult(failure: ApiError, address: string, page: string): ErrorText {
  const { host } = new URL(address);
  if (failure.kind === 'unreachable') {
    return {
      title: `No answer from ${host} that this page may read`,
      advice:
        `Either nothing answers at this address, or the service does not let pages of ${page} ask it; browsers do ` +
        'not say which. Check the address, its path too. If it is right, the owner of the service can allow this ' +
        `page (Fundscope’s own service: FUNDSCOPE_CORS=${page}), or use the gateway of Fundscope, which needs no ` +
        `permission: FUNDSCOPE_UPSTREAM=${address} FUNDSCOPE_KEY=<your key> npm start.`,
    };
  }
  if (failure.kind === 'timeout') {
    return { title: `No answer from ${host} in time`, advice: 'The test was free. Try again later.' };
  }
  if (failure.kind === 'missing' || failure.kind === 'unreadable' || failure.facts.status === 405) {
    return {
      title: `${host} answers, but not as this API`,
      advice: 'The path is probably wrong: an address usually ends in /api/v1.',
    };
  }
  if (failure.kind === 'key') {
    return {
      title: `${host} answers, but does not accept the key`,
      advice: 'Enter the whole key, without “Bearer” before it.',
    };
  }
  return describeError(failure);
}
