/** A name in a list, whether it is marked as the lead, and the person behind the investor if one is named. */
export type ListedName = { name: string; lead: boolean; partner?: string };

/** A legal form after a comma belongs to the name before it. */
const legalForm =
  /^(inc|llc|l\.l\.c|ltd|limited|lp|l\.p|llp|plc|co|corp|corporation|gmbh|s\.a|sa|s\.a\.s|sas|ag|ab|oy|bv|b\.v|n\.v|nv|pte|pty|pte\.? ltd|pvt\.? ltd|s\.r\.l|srl|s\.p\.a|spa|a\.s|co\.,? ltd|kg|kgaa|jr|sr|iii?)\.?$/i;

/** Splits a list at any of the separators, but not inside brackets or numbers, and not before "LLC" or "Inc.". */
export function splitList(text: string, separators: readonly string[]): string[] {
  const literal = parseLiteralList(text);
  const parts = literal ?? cutOutsideBrackets(text, separators);
  const names: string[] = [];
  for (const part of parts) {
    const name = part.replace(/\s+/gu, ' ').trim();
    if (name === '') continue;
    const last = names.at(-1);
    if (last !== undefined && legalForm.test(name) && !literal) names[names.length - 1] = `${last}, ${name}`;
    else names.push(name);
  }
  return names;
}

/** Splits a list like `splitList`, and reads marks such as "*" or "(lead)" before or after a name. */
export function splitMarkedList(text: string, separators: readonly string[], marks: readonly string[]): ListedName[] {
  return splitList(text, separators)
    .map((part) => takeMark(part, marks))
    .filter(({ name }) => name !== '');
}

function takeMark(part: string, marks: readonly string[]): ListedName {
  const lower = part.toLowerCase();
  const behind = marks.find((mark) => lower.endsWith(mark.toLowerCase()));
  if (behind) return { name: part.slice(0, -behind.length).trim(), lead: true };
  const before = marks.find((mark) => lower.startsWith(mark.toLowerCase()));
  return before ? { name: part.slice(before.length).trim(), lead: true } : { name: part, lead: false };
}

function cutOutsideBrackets(text: string, separators: readonly string[]): string[] {
  const parts: string[] = [];
  // An unpaired bracket is a typing error and must not hide the rest of the list.
  const paired = text.split('(').length === text.split(')').length;
  let depth = 0;
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '(' && paired) depth += 1;
    else if (text[place] === ')' && paired) depth -= 1;
    const separator = depth <= 0 ? separators.find((candidate) => text.startsWith(candidate, place)) : undefined;
    if (!separator || (separator === ',' && isInNumber(text, place))) continue;
    parts.push(text.slice(start, place));
    start = place + separator.length;
    place = start - 1;
  }
  return [...parts, text.slice(start)];
}

/** "1,000 Angels". */
const isInNumber = (text: string, place: number) => /^\d,\d{3}/.test(text.slice(Math.max(0, place - 1), place + 4));

/** The texts of `["a", "b"]` or of Python's `['a', "b's"]`; undefined for anything else. */
export function parseLiteralList(text: string): string[] | undefined {
  const inner = /^\[(.*)\]$/s.exec(text.trim())?.[1];
  if (inner === undefined) return undefined;
  const item = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,|$)/sy;
  const texts: string[] = [];
  while (item.lastIndex < inner.length) {
    const found = item.exec(inner);
    if (!found) return inner.trim() === '' ? [] : undefined;
    texts.push((found[1] ?? found[2] ?? '').replace(/\\(.)/gs, '$1'));
  }
  return texts;
}
