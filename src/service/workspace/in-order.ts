/** The change of each account that ends last. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs the changes of an account one after another, in the order in which they arrive at this gateway: a page that is
 * left sends its last changes without waiting for those on their way.
 */
export async function runInOrder<T>(accountId: string, change: () => Promise<T>): Promise<T> {
  const result = (last.get(accountId) ?? Promise.resolve()).then(change, change);
  last.set(accountId, result);
  try {
    return await result;
  } finally {
    if (last.get(accountId) === result) last.delete(accountId);
  }
}
