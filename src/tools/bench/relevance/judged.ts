const [text = ''] = Object.values(
  import.meta.glob<string>('./judgements.txt', { query: '?raw', import: 'default', eager: true }),
);

/** A query, and what a reader found of the companies that were shown for it. */
export type JudgedQuery = {
  readonly text: string;
  /** Whether it says in other words what the company that it was written from does. */
  readonly isParaphrase: boolean;
  /** Whether no setting was chosen on it. */
  readonly isAside: boolean;
  /** By the company's id in the directory: 2 is what was asked for, 1 close to it, 0 neither. */
  readonly grades: ReadonlyMap<string, number>;
};

/** All queries; the form of the file is told in its first lines. */
export function readJudgedQueries(written = text): JudgedQuery[] {
  return written
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [query = '', ...lines] = block.trim().split('\n');
      const from = lines.find((line) => line.startsWith('from '))?.slice(5);
      const graded = lines.flatMap((line) => {
        const [, grade, ids = ''] = /^([012]): (.*)$/.exec(line) ?? [];
        return grade === undefined ? [] : ids.split(' ').map((id): [string, number] => [id, Number(grade)]);
      });
      const grades = new Map([...graded, ...(from === undefined ? [] : [[from, 2] as const])]);
      return { text: query, isParaphrase: from !== undefined, isAside: lines.includes('aside'), grades };
    });
}
