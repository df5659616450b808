type Change = { readonly name: readonly string[]; readonly notedAt: number };

/** Changes that this tab noted in the outbox, which cannot be read while the page is being left; newest last. */
const unsent = new Map<string, Change>();
/** No more of them fit into the request of a page that is being left. */
const maxUnsent = 500;

/** Remembers a change that the workspace may not have yet, by its kind and key. */
export function noteUnsent(name: readonly string[]): void {
  const key = JSON.stringify(name);
  unsent.delete(key);
  unsent.set(key, { name, notedAt: performance.now() });
  const [oldest] = unsent.keys();
  if (unsent.size > maxUnsent && oldest !== undefined) unsent.delete(oldest);
}

/** What was noted later than this may have missed a synchronization that has just ended; sending it twice does no harm. */
const marginMs = 2000;

/** Forgets what the workspace has, because a tab of this browser has synchronized. */
export function forgetSent(): void {
  const until = performance.now() - marginMs;
  for (const [key, { notedAt }] of unsent) if (notedAt < until) unsent.delete(key);
}

/** The names of these changes, newest first, each once; only those that are made later are returned again. */
export function takeUnsent(): (readonly string[])[] {
  const names = [...unsent.values()].map(({ name }) => name).toReversed();
  unsent.clear();
  return names;
}
