/** The company that a line means: what the person chose, else the only one found. */
export function chooseCandidate(candidates: readonly string[], choice: string | null | undefined): string | undefined {
  if (choice === null) return undefined;
  if (choice !== undefined && candidates.includes(choice)) return choice;
  return candidates.length === 1 ? candidates[0] : undefined;
}
