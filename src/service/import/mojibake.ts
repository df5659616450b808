/** The characters of Windows-1252 from 0x80 to 0x9f, written out: the TextDecoder of Node 20 takes them for Latin-1. */
export const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const windowsBytes = new Map(Array.from(windowsCharacters, (character, position) => [character, 0x80 + position]));

/**
 * Undoes one reading of UTF-8 as Windows-1252: "PanÃ¨ve" is "Panève". Text for which that reading cannot have happened,
 * which is nearly all text, comes back as it is.
 */
export function repairMojibake(text: string): string {
  const bytes = Array.from(text, (character) => windowsBytes.get(character) ?? character.codePointAt(0) ?? 0);
  if (bytes.some((byte) => byte > 0xff) || bytes.every((byte) => byte < 0x80)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

/** Whether text still looks like such a reading, although it cannot be undone. */
export function isMojibake(text: string): boolean {
  return /[ÃÂâ][^\p{L}\s]/u.test(text);
}
