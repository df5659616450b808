type Waiting<M, R> = {
  readonly member: M;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

const maxMembers = 64;

/**
 * Runs calls that arrive together as one group, in order of arrival: a call starts at once if no group is running, and
 * those that arrive in the meantime form the next group. `run` returns the outcome of each member; if it throws, all
 * fail.
 */
export function runInGroups<M, R>(
  run: (members: readonly M[]) => Promise<readonly PromiseSettledResult<R>[]>,
): (member: M) => Promise<R> {
  const waiting: Waiting<M, R>[] = [];
  let isRunning = false;

  async function runGroups(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxMembers);
      try {
        const outcomes = await run(group.map(({ member }) => member));
        for (const [at, { resolve, reject }] of group.entries()) {
          const outcome = outcomes[at];
          if (outcome?.status === 'fulfilled') resolve(outcome.value);
          else reject(outcome?.reason ?? new Error('a member of a group without an outcome'));
        }
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
