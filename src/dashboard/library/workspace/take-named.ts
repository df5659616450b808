import { maxNamedEntries } from '#contract/workspace.ts';
import { applyEntries, type EntryName } from './entries.ts';
import type { Synchronization } from './sync.ts';

/**
 * Takes over some entries from the workspace, ahead of the synchronization. Rejects if the gateway does not respond.
 */
export async function fetchNamedEntries(
  { database, transport, onResults, signal }: Omit<Synchronization, 'show'>,
  names: readonly EntryName[],
): Promise<void> {
  for (let left = names; left.length > 0;) {
    const named = left.slice(0, maxNamedEntries);
    const { more, entries } = await transport.readNamed(named.map(([kind = '', ...key]) => ({ kind, key })));
    // Another account may be in use by now.
    signal.throwIfAborted();
    await applyEntries(database, entries);
    for (const { kind, key } of entries) if (kind === 'answers') onResults(key[0] ?? '');
    const received = new Set(entries.map(({ kind, key }) => JSON.stringify([kind, ...key])));
    const rest = more ? named.filter((name) => !received.has(JSON.stringify(name))) : [];
    left = [...rest, ...left.slice(maxNamedEntries)];
  }
}
