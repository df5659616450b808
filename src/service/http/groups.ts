/** How calls are grouped. */
type Grouping<M, R> = {
  readonly maxMembers: number;
  /** Members with the same name are never in the same group. */
  readonly nameOf?: (member: M) => string;
  /** The result of a member that needs no group; called when it is its turn. */
  readonly findResult?: (member: M) => R | undefined;
};

type Waiting<M, R> = {
  readonly member: M;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/** The outcome of a member that must be in the next group again. */
export const again = Symbol('again');
export type GroupOutcome<R> = PromiseSettledResult<R> | typeof again;

/**
 * Runs calls that arrive together as one group, in order of arrival: a call starts at once if no group is running, and
 * those that arrive in the meantime form the next group. `run` returns the outcome of each member; if it throws, all
 * fail.
 */
export function runInGroups<M, R>(
  run: (members: readonly M[]) => Promise<readonly GroupOutcome<R>[]>,
  { maxMembers, nameOf, findResult }: Grouping<M, R>,
): (member: M) => Promise<R> {
  let waiting: Waiting<M, R>[] = [];
  let isRunning = false;

  function takeGroup(): Waiting<M, R>[] {
    const [group, left]: [Waiting<M, R>[], Waiting<M, R>[]] = [[], []];
    const names = new Set<string>();
    for (const one of waiting) {
      const name = nameOf?.(one.member);
      const result = findResult?.(one.member);
      if (result !== undefined) one.resolve(result);
      else if (group.length === maxMembers || (name !== undefined && names.has(name))) left.push(one);
      else group.push(one);
      if (name !== undefined) names.add(name);
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
  if (outcome === again) return false;
  if (outcome?.status === 'fulfilled') resolve(outcome.value);
  else reject(outcome?.reason ?? new Error('a member of a group without an outcome'));
  return true;
}
