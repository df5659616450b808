/** Ids out of pasted text, and the lines that hold something else. */
export type PastedIds = {
  readonly ids: readonly string[];
  /** Ids that stood there more than once. */
  readonly repeated: number;
  readonly invalid: readonly { readonly line: number; readonly text: string }[];
};

const shape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads one or more ids a line, parted by blanks, commas or semicolons, in quotes or not. */
export function readIds(text: string): PastedIds {
  const ids: string[] = [];
  const invalid: { line: number; text: string }[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    for (const part of line.split(/[\s,;]+/)) {
      const bare = part.replaceAll(/^["']|["']$/g, '');
      if (shape.test(bare)) ids.push(bare.toLowerCase());
      else if (bare !== '') invalid.push({ line: index + 1, text: bare });
    }
  });
  const distinct = [...new Set(ids)];
  return { ids: distinct, repeated: ids.length - distinct.length, invalid };
}
