/** How calls are grouped. */
type Grouping<M, R> = {
  readonly maxMembers: number;
  /** Members with the same key are never in the same group. */
  readonly keyOf?: (member: M) => string;
  /** The result of a member that needs no group; called when it is its turn. */
  readonly findResult?: (member: M) => R | undefined;
};

type Waiting<M, R> = {
  readonly member: M;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/** The outcome of a member that was not handled and goes into the next group. */
export const requeue = Symbol('requeue');
export type GroupOutcome<R> = PromiseSettledResult<R> | typeof requeue;

/**
 * Runs calls that arrive together as one group, in order of arrival: a call starts at once if no group is running, and
 * those that arrive in the meantime form the next group. `run` returns the outcome of each member; if it throws, all
 * fail.
 */
export function runInGroups<M, R>(
  run: (members: readonly M[]) => Promise<readonly GroupOutcome<R>[]>,
  { maxMembers, keyOf, findResult }: Grouping<M, R>,
): (member: M) => Promise<R> {
  let waiting: Waiting<M, R>[] = [];
  let isRunning = false;

  function takeGroup(): Waiting<M, R>[] {
    const [group, left]: [Waiting<M, R>[], Waiting<M, R>[]] = [[], []];
    const keys = new Set<string>();
    for (const one of waiting) {
      const result = findResult?.(one.member);
      if (result !== undefined) {
        one.resolve(result);
        continue;
      }
      const key = keyOf?.(one.member);
      if (group.length === maxMembers || (key !== undefined && keys.has(key))) left.push(one);
      else group.push(one);
      if (key !== undefined) keys.add(key);
    }
    waiting = left;
    return group;
  }

  async function runGroups(): Promise<void> {
    isRunning = true;
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) {
      try {
        const outcomes = await run(group.map(({ member }) => member));
        waiting.unshift(...group.filter((one, at) => !settle(one, outcomes[at])));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  }

  return (member) =>
    new Promise((resolve, reject) => {
      waiting.push({ member, resolve, reject });
      if (!isRunning) void runGroups();
    });
}

/** Whether a member has its outcome now. */
function settle<M, R>({ resolve, reject }: Waiting<M, R>, outcome: GroupOutcome<R> | undefined): boolean {
  if (outcome === requeue) return false;
  if (outcome?.status === 'fulfilled') resolve(outcome.value);
  else reject(outcome?.reason ?? new Error('a member of a group without an outcome'));
  return true;
}
