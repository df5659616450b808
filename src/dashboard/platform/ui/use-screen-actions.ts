import { type RefObject, useEffect, useId } from 'react';
import { createState } from '../state.ts';

/** Something that the current screen can do, as a row of the command palette. */
export type ScreenAction = {
  readonly name: string;
  /** Its highest price in tenths of a credit; absent where it costs nothing and says so nowhere. */
  readonly tenths?: number;
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  readonly run: () => void;
};

/** What every mounted component offers, by its id, in the order in which they were mounted. */
const registry = createState<ReadonlyMap<string, readonly ScreenAction[]>>(new Map());

/** Lists actions in the command palette while the component is mounted. They run with the focus on `control`. */
export function useScreenActions(actions: readonly ScreenAction[], control?: RefObject<HTMLElement | null>): void {
  const id = useId();
  // After every render, so that the palette runs what the screen shows now.
  useEffect(() => {
    const focused = actions.map((action) => ({
      ...action,
      run: () => {
        control?.current?.focus();
        action.run();
      },
    }));
    registry.write(new Map([...registry.read(), [id, focused]]));
  });
  useEffect(() => () => registry.write(new Map([...registry.read()].filter(([other]) => other !== id))), [id]);
}

/** The actions of the current screen; of two with the same name the first. */
export function useListedActions(): readonly ScreenAction[] {
  const all = [...registry.use().values()].flat();
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at);
}
