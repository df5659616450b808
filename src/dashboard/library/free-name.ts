/** A name that is not taken: "Seed", "Seed (2)". */
export function findFreeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.trim().slice(0, 110);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
  return name;
}
