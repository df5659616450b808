/** The selected rows, and the row number that a range starts from. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchor: number | undefined };

export const noSelection: Selection = { ids: new Set(), anchor: undefined };

export function toggleRow({ ids }: Selection, id: string, at: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: at };
}

/** Selects every row from the anchor to a row, both included; without an anchor only that row. */
export function extendSelection(
  { ids, anchor }: Selection,
  to: number,
  idAt: (index: number) => string | undefined,
): Selection {
  const from = anchor ?? to;
  const next = new Set(ids);
  for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
    const id = idAt(at);
    if (id !== undefined) next.add(id);
  }
  return { ids: next, anchor: from };
}

/** Selects all rows, or none if all were selected. */
export function toggleAllRows(
  { ids }: Selection,
  count: number,
  idAt: (index: number) => string | undefined,
): Selection {
  const all = extendSelection({ ids: new Set(), anchor: 0 }, count - 1, idAt).ids;
  const isFull = all.size > 0 && [...all].every((id) => ids.has(id));
  return isFull ? noSelection : { ids: all, anchor: undefined };
}
