import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '#contract/endpoint.ts';
import {
  changeStatuses,
  maxStatusChanges,
  readStatuses,
  type StatusKind,
  type StoredStatus,
  type RecordStatus,
} from '#contract/workspace/statuses.ts';
import { readMembership } from '../../platform/http/membership.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { callWorkspace, workspaceKey } from '../../platform/http/workspace.ts';
import { createUnsaved } from '../saving/unsaved.ts';
import { type AuthoredStatus, emptyStatus, statusKinds } from './record-status.ts';

/** The statuses of the account as the gateway has them, by kind and id, and the version up to which they were read. */
type StoredStatuses = {
  readonly version: number;
  readonly kinds: Readonly<Record<StatusKind, ReadonlyMap<string, StoredStatus>>>;
};

const buildKinds = <T>(build: (kind: StatusKind) => T): Record<StatusKind, T> =>
  Object.fromEntries(statusKinds.map((kind) => [kind, build(kind)])) as Record<StatusKind, T>;
const noStatuses: StoredStatuses = { version: 0, kinds: buildKinds(() => new Map()) };

/** All statuses of the account. Reading again receives only what changed. Free. */
export const storedStatuses = queryOptions({
  queryKey: workspaceKey('statuses'),
  queryFn: async ({ signal }) => {
    const before = readStored();
    let read = before;
    for (;;) {
      const page = await callWorkspace(readStatuses, { query: { after: read.version }, signal });
      read = mergePage(read, page);
      if (!page.more) break;
    }
    // What was saved in the meantime may be newer than what was read.
    return mergeStatuses(read, listAdded(before, readStored()));
  },
  structuralSharing: false,
});

const readStored = (): StoredStatuses => queryClient.getQueryData(storedStatuses.queryKey) ?? noStatuses;

const mergePage = (before: StoredStatuses, { version, complete, statuses }: DataOf<typeof readStatuses>) => ({
  ...mergeStatuses(complete ? noStatuses : before, statuses),
  version,
});

/** Takes over the statuses that are newer; kinds without any stay the same object. */
function mergeStatuses(before: StoredStatuses, statuses: readonly StoredStatus[]): StoredStatuses {
  const kinds: Partial<Record<StatusKind, Map<string, StoredStatus>>> = {};
  for (const status of statuses) {
    const { kind, id, version } = status;
    if (version <= (before.kinds[kind].get(id)?.version ?? -1)) continue;
    (kinds[kind] ??= new Map(before.kinds[kind])).set(id, status);
  }
  return Object.keys(kinds).length === 0 ? before : { ...before, kinds: { ...before.kinds, ...kinds } };
}

const listAdded = (before: StoredStatuses, now: StoredStatuses): StoredStatus[] =>
  statusKinds.flatMap((kind) =>
    before.kinds[kind] === now.kinds[kind]
      ? []
      : [...now.kinds[kind].values()].filter((status) => before.kinds[kind].get(status.id) !== status),
  );

/** A change of some fields of a record; who made it, and when. */
type StatusChange = {
  readonly kind: StatusKind;
  readonly id: string;
  readonly set: Partial<RecordStatus>;
  readonly by: string | null;
  readonly at: string;
};
/** What one action of the user changes. */
type StatusStep = readonly StatusChange[];

/** With longer notes, fewer records go into one request. */
const maxCharacters = 2_000_000;

/** Changes of statuses that the gateway does not have yet. */
export const unsavedStatuses = createUnsaved<StatusStep>({
  async send(steps, options) {
    const changes = steps.flat().map(({ kind, id, set: { tags, ...set } }) => ({
      kind,
      id,
      set: { ...set, ...(tags && { tags: [...tags] }) },
    }));
    const { statuses } = await callWorkspace(changeStatuses, { body: { changes } }, options);
    return () =>
      queryClient.setQueryData(storedStatuses.queryKey, (before) => mergeStatuses(before ?? noStatuses, statuses));
  },
  countNext(steps) {
    let [count, records, characters] = [0, 0, 0];
    for (const step of steps) {
      records += step.length;
      characters += step.reduce((sum, { set }) => sum + (set.note?.length ?? 0) + 500, 0);
      if (records > maxStatusChanges || characters > maxCharacters) break;
      count += 1;
    }
    return count;
  },
});

/** Makes changes, which are sent together, at most `maxStatusChanges` in one request. Their times keep their order. */
export function addStatusChanges(changes: readonly Pick<StatusChange, 'kind' | 'id' | 'set'>[]): void {
  const { self: by } = readMembership();
  const now = Date.now();
  const made = changes.map((change, index) => ({ ...change, by, at: new Date(now + index).toISOString() }));
  for (let from = 0; from < made.length; from += maxStatusChanges) {
    unsavedStatuses.add(made.slice(from, from + maxStatusChanges));
  }
}

/** All statuses of one kind of record, by its id; records that nobody changed are left out. */
type AuthoredStatuses = ReadonlyMap<string, AuthoredStatus>;
type ShownStatuses = Readonly<Record<StatusKind, AuthoredStatuses>>;
let shown:
  | { readonly stored: StoredStatuses; readonly unsaved: readonly StatusStep[]; readonly kinds: ShownStatuses }
  | undefined;

/** The stored statuses with the unsaved changes; each kind stays the same object until one of its statuses changes. */
export function showStatuses(
  stored: StoredStatuses = readStored(),
  unsaved: readonly StatusStep[] = unsavedStatuses.read(),
): ShownStatuses {
  if (shown?.stored === stored && shown.unsaved === unsaved) return shown.kinds;
  const before = shown;
  const kinds = buildKinds((kind) => {
    const changes = unsaved.flat().filter((change) => change.kind === kind);
    if (changes.length === 0) return stored.kinds[kind];
    const [same, earlier] = [before?.stored.kinds[kind] === stored.kinds[kind], before?.unsaved.flat() ?? []];
    const isUnchanged =
      same &&
      isSameList(
        changes,
        earlier.filter((change) => change.kind === kind),
      );
    return isUnchanged && before ? before.kinds[kind] : applyChanges(stored.kinds[kind], changes);
  });
  shown = { stored, unsaved, kinds };
  return kinds;
}

const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

function applyChanges(stored: AuthoredStatuses, changes: readonly StatusChange[]): AuthoredStatuses {
  const statuses = new Map(stored);
  for (const { id, set, by, at } of changes) {
    const before = statuses.get(id) ?? unauthored;
    const isDecision = set.status !== undefined || set.stage !== undefined || set.seen !== undefined;
    statuses.set(id, {
      ...before,
      ...set,
      ...(isDecision ? { status_by: by, status_at: at } : {}),
      ...(set.note === undefined ? {} : { note_by: by, note_at: at }),
    });
  }
  return statuses;
}

const unauthored: AuthoredStatus = { ...emptyStatus, status_by: null, status_at: null, note_by: null, note_at: null };
