import { hashText } from '../hash-text.ts';
import { connection, readConnected, watchConnected } from './connection.ts';
import { readKey, watchKey } from './key.ts';
import { queryClient } from './query-client.ts';
import { readFirstVersions } from './workspace.ts';

/**
 * The name of the account in use, under which this tab keeps drafts: a hash of the browser's own key, or the id that the
 * gateway reports. Null if there is no account, undefined until it is known.
 */
export function readAccountName(): string | null | undefined {
  const key = readKey();
  return key === undefined ? readConnected()?.accountId : hashText(key);
}

let opening: Promise<void> | undefined;

/** Resolves when the account in use and its versions are known, or cannot be; screens wait for it, the shell does not. */
export const whenAccountKnown = (): Promise<void> => opening ?? Promise.resolve();

/** Finds out the account in use. Calls back when it changes: nothing that was read before belongs to the next one. */
export function followAccount(onChange: () => void): void {
  let account = readAccountName();
  const compare = () => {
    const [before, now] = [account, readAccountName()];
    account = now;
    if (before !== undefined && now !== before) onChange();
  };
  watchKey(compare);
  watchConnected(compare);
  opening = queryClient
    .query(connection)
    .then(readFirstVersions)
    .catch(() => undefined);
}
