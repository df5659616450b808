import type { RequestParts } from '../../testing/service.ts';
import { uuidOf } from '../../testing/records.ts';

/** What is asked, and how it is refused: the status, and the error of the body. */
export type ErrorRow = readonly [
  request: `${'GET' | 'POST' | 'PUT'} ${string}`,
  parts: RequestParts,
  status: number,
  error: object & { readonly code: string },
];

export const error = (code: string, message: string, details: unknown) => ({ code, message, details });
export const helped = (code: string, message: string, help: string) => error(code, message, { help });
export const free = 'Nothing was charged.';
export const nobody = uuidOf('company', 99);

const fix = 'Correct the named fields and send the request again. Nothing was charged.';
export const invalid = (field: string, value: string, what: string, code: string, validOptions: string[] = []) => {
  const message = `${field} ${what}.`;
  return error('VALIDATION_ERROR', message, { errors: [{ field, value, message, code, validOptions }], help: fix });
};
