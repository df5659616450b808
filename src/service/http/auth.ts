import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/** `vg_`, 12 hex digits that name the key, and 32 base64url characters that prove it (contract 5). */
const keyShape = /^vg_([0-9a-f]{12})_[A-Za-z0-9_-]{32}$/;

/**
 * A key as it was presented: which one it claims to be, and its hash, hashed once more with a salt of this request. The
 * stored hash is compared under the same salt, so how long the comparison takes says nothing about it.
 */
export type PresentedKey = { readonly prefix: string; readonly salt: Buffer; readonly proof: Buffer };

/** SHA-256 of a key; a key has 192 random bits, so a fast hash keeps it safe. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The bearer token of a request; undefined when there is none. */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim();
}

/** The key in the shape that we issue; undefined for anything else. */
export function toPresentedKey(token: string | undefined): PresentedKey | undefined {
  const prefix = token === undefined ? undefined : keyShape.exec(token)?.[1];
  if (token === undefined || prefix === undefined) return undefined;
  const salt = randomBytes(16);
  return { prefix, salt, proof: createHash('sha256').update(hashKey(token)).update(salt).digest() };
}

const expected = {
  help: 'Send your API key in the Authorization header.',
  format: 'Authorization: Bearer <API_KEY>',
};

/** 401 for a missing key (specification 5.2), an unknown one, and a disabled one (contract 5). */
export const keyRefusals = {
  missing: () => new Refusal(401, 'AUTH_ERROR', 'The API key was not provided.', expected),
  unknown: () => new Refusal(401, 'INVALID_API_KEY', 'The API key is not valid.', expected),
  disabled: () => new Refusal(401, 'INACTIVE_API_KEY', 'The API key is disabled.', expected),
};
