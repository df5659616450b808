import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** `vg_` or `vgm_`, 12 hex digits that identify the key, and 32 base64url characters that are secret (contract 5). */
const keyPattern = /^vgm?_([0-9a-f]{12})_[A-Za-z0-9_-]{32}$/;

/** The start of a member's key that a gateway in front of a hosted service created; it never leaves that gateway. */
export const memberKeyStart = 'vgm';

/** Whether a text contains such a key, or what looks like one. */
export const hasMemberKey = (text: string): boolean => /(?:^|[^\w-])vgm_|vgm_[0-9a-f]{12}_/.test(text);

/**
 * A key in a request: its prefix, which others may know, a text that no other key has, and its hash, hashed again with
 * a random salt. PostgreSQL compares it with the stored hash under the same salt, so the time that the comparison takes
 * reveals nothing about the stored hash.
 */
export type PresentedKey = {
  readonly prefix: string;
  readonly identity: string;
  readonly salt: Buffer;
  readonly proof: Buffer;
};

/** SHA-256 of a key. A key has 192 random bits, so a fast hash is safe. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The bearer token of a request; undefined without one. */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim();
}

/** A token parsed as one of our keys; undefined for anything else. */
export function parseKey(token: string | undefined): PresentedKey | undefined {
  const prefix = token === undefined ? undefined : keyPattern.exec(token)?.[1];
  if (token === undefined || prefix === undefined) return undefined;
  const [hash, salt] = [hashKey(token), randomBytes(16)];
  const proof = createHash('sha256').update(hash).update(salt).digest();
  return { prefix, identity: hash.toString('base64'), salt, proof };
}
