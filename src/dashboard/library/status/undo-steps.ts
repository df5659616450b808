import { createState } from '../../platform/state.ts';
import type { Mark, MarkedKind } from './marks.ts';

/** One step that can be undone: the marks of these records before it. */
type UndoStep = { readonly kind: MarkedKind; readonly ids: readonly string[]; readonly before: readonly Mark[] };

/**
 * What can be undone in this tab, the latest last. Apart from the marks themselves, because the page forgets it when the
 * account changes and so loads it first.
 */
export const undoSteps = createState<readonly UndoStep[]>([]);

/** Forgets what could be undone, when another account comes into use. */
export const forgetUndo = (): void => undoSteps.write([]);
