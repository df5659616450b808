/** A sample of a table: its columns with their first values, the lines of these, and the columns with
 * several values in a row, as JSON has. */
export type Sample = {
  columns: string[];
  values: Map<string, string[]>;
  lines: Map<string, number[]>;
  lists: Set<string>;
};

/** What a guess is not sure of, for a person: each with example rows and the line of the mapping that decides it. */
export type Doubts = {
  add: (text: string, about?: { column?: string; of?: (value: string) => boolean; mapping?: string }) => void;
  texts: string[];
};

const shownRows = 3;
const longestExample = 60;

export function openDoubts(sample: Sample): Doubts {
  const texts: string[] = [];
  return {
    texts,
    add(text, { column, of = () => true, mapping } = {}) {
      const values = column === undefined ? [] : (sample.values.get(column) ?? []);
      const lines = sample.lines.get(column ?? '') ?? [];
      const rows = values
        .map((value, place) => ({ value, line: lines[place] ?? 0 }))
        .filter(({ value }) => of(value))
        .slice(0, shownRows);
      texts.push(text + formatRows(rows) + formatPlace(mapping));
    },
  };
}

/** " (line 2: Oak; line 3: Elm)" */
export function formatRows(rows: readonly { line: number; value: string }[]): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, shownRows).map(({ line, value }) => `line ${line}: ${value.slice(0, longestExample)}`);
  return ` (${shown.join('; ')})`;
}

const formatPlace = (mapping: string | undefined) => (mapping ? `. The mapping decides it in ${mapping}` : '');
