/** What XML 1.0 forbids (half surrogate pairs, control characters), and what changes the direction of the text around. */
const forbidden = /[\p{Cc}\p{Surrogate}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A text of a record or a user on one line, as messages and feeds have it: without characters that make XML unreadable
 * or add lines, and of at most `max` characters.
 */
export function toPlainLine(text: string, max = 1000): string {
  const line = text.replaceAll(/\s/g, ' ').replaceAll(forbidden, '').replaceAll(/ +/g, ' ').trim();
  if (line.length <= max) return line;
  // Without the first half of a surrogate pair at the end.
  return `${line.slice(0, max - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
