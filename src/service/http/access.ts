import { type Access, access, type AccessRow } from '#contract/access.ts';
import { HttpError } from './http-error.ts';
import type { KeyOwner } from './rate-limit.ts';

type Caller = Pick<KeyOwner, 'role' | 'isLocal'>;

const rules: Record<Access, { readonly isMet: (caller: Caller) => boolean; readonly error: RoleError }> = {
  anyone: { isMet: () => true, error: 'memberRequired' },
  viewer: { isMet: () => true, error: 'memberRequired' },
  spender: { isMet: ({ role }) => role !== 'viewer', error: 'viewerCannotSpend' },
  member: { isMet: ({ role }) => role !== 'viewer', error: 'memberRequired' },
  owner: { isMet: ({ role }) => role === 'owner', error: 'ownerRequired' },
  machine: { isMet: ({ isLocal }) => isLocal, error: 'localKeyRequired' },
};
type RoleError = 'viewerCannotSpend' | 'memberRequired' | 'ownerRequired' | 'localKeyRequired';

/** Whether the table of the contract allows this to a caller whose key works. */
export const isAllowed = (caller: Caller, row: AccessRow): boolean => rules[access[row]].isMet(caller);

/** Throws unless the table of the contract allows this to a caller whose key works. */
export function requireAccess(caller: Caller, row: AccessRow): void {
  if (!isAllowed(caller, row)) throw new HttpError(rules[access[row]].error);
}
