import { createState } from '../../platform/state.ts';
import type { StatusKind } from '../own-work/work-store.ts';
import type { RecordStatus } from './statuses.ts';

/** One step that can be undone: the marks of these records before it. */
type UndoStep = {
  readonly kind: StatusKind;
  readonly ids: readonly string[];
  readonly before: readonly RecordStatus[];
};

/**
 * What can be undone in this tab, the latest last. Apart from the marks themselves, because the page forgets it when the
 * account changes and so loads it first.
 */
export const undoSteps = createState<readonly UndoStep[]>([]);

/** Forgets what could be undone, when another account comes into use. */
export const forgetUndo = (): void => undoSteps.write([]);
