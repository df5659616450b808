/** Something that can be chosen by name. */
export type Option = { readonly key: string; readonly name: string; readonly remark: string };

/** A pasted name with what it can mean. */
export type Pasted<T extends Option> = {
  readonly text: string;
  readonly options: readonly T[];
  /** What it means beyond doubt: the only match, or the only one that is called just so. */
  readonly sure: T | undefined;
};

/** Most names that one review takes. */
export const mostPasted = 50;

/** The names in a pasted text, one a line or parted by commas, each once. */
export function toNames(text: string): string[] {
  const names = text.split(/[\n\r,;\t]+/).map((name) => name.trim().replaceAll(/^["']|["']$/g, ''));
  const distinct = new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name]));
  return [...distinct.values()];
}

/** Judges what the look-ups brought for one pasted name. */
export function toPasted<T extends Option>(text: string, options: readonly T[]): Pasted<T> {
  const bare = text.toLowerCase();
  const same = options.filter(({ name, remark }) => [name, remark].some((part) => part.toLowerCase() === bare));
  const sure = options.length === 1 ? options[0] : same.length === 1 ? same[0] : undefined;
  return { text, options, sure };
}
