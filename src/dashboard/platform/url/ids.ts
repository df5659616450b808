import { z } from 'zod';

/**
 * Many ids in one text of an address, 22 characters each: written out, 500 of them would be longer than what servers
 * take as the head of a request.
 */
export const idsText = z.codec(z.string().regex(/^([\w-]{22}){1,500}$/), z.array(z.guid()).min(1).max(500), {
  decode: (text) => (text.match(/.{22}/g) ?? []).map(toId),
  encode: (ids) => ids.map(shorten).join(''),
});

/** The 16 bytes of an id in base64url. */
function shorten(id: string): string {
  const bytes = id.replaceAll('-', '').match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.slice(0, 22).replaceAll('+', '-').replaceAll('/', '_');
}

function toId(short: string): string {
  const bytes = atob(short.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An id and the name that a person knows it by, `uuid~Name`; a bare id is legal: then the name is blank. */
export type NamedId = { readonly id: string; readonly name: string };
export const namedIdText = z.codec(
  z.string().regex(/^[\da-fA-F-]{36}(~|$)/),
  z.object({ id: z.guid().toLowerCase(), name: z.string() }),
  {
    decode: (text) => ({ id: text.slice(0, 36), name: text.slice(37) }),
    encode: ({ id, name }) => (name === '' ? id : `${id}~${name}`),
  },
);
