import { createState } from '../../platform/state.ts';
import type { RecordStatus, StatusKind } from '#contract/workspace/statuses.ts';

/** One step that can be undone: the statuses of these records before it. */
type UndoStep = {
  readonly kind: StatusKind;
  readonly ids: readonly string[];
  readonly before: readonly RecordStatus[];
};

/**
 * What can be undone in this tab, latest last. In a separate file, because the shell resets it when the account changes
 * and does not load the statuses themselves.
 */
export const undoSteps = createState<readonly UndoStep[]>([]);

/** Clears the undo steps when the account changes. */
export const clearUndoSteps = (): void => undoSteps.write([]);
