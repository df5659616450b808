import { hash } from 'node:crypto';

/** The namespace of every id that an import makes: fixed for ever, or the same file would give other ids. */
const namespace = Buffer.from('6f2f5c1ea0c95b1f9d0c7a54e1b3d862', 'hex');

/** The UUIDv5 of a record by where it comes from, so that a second import of the same file gives the same id. */
export function deriveRecordId(source: string, entity: string, key: string): string {
  const hex = hash('sha1', Buffer.concat([namespace, Buffer.from(`${source}:${entity}:${key}`)]));
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
