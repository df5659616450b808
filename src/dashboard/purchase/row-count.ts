/** A record of a response: the member of `data` that holds it, its id, and the names in the path of the request. */
export type ReceivedRecord = { readonly member: string; readonly id: string; readonly path: string };

let isUnlocked: (record: ReceivedRecord) => boolean = () => false;

/** Sets how to find out whether a record was unlocked before; the library does, which stores the records. */
export function setUnlockedTest(test: (record: ReceivedRecord) => boolean): void {
  isUnlocked = test;
}

/** Counts the records of a response and those unlocked before; call it before the response is stored. */
export function countRows(data: unknown, path: string): { readonly rows: number; readonly unlockedRows: number } {
  let [rows, unlockedRows] = [0, 0];
  for (const [member, value] of Object.entries(data ?? {})) {
    for (const record of (Array.isArray(value) ? value : [value]).filter(isRecord)) {
      rows += 1;
      if (isUnlocked({ member, id: record.id, path })) unlockedRows += 1;
    }
  }
  return { rows, unlockedRows };
}

const isRecord = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value;
