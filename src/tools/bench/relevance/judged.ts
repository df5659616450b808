const [text = ''] = Object.values(
  import.meta.glob<string>('./judgements.txt', { query: '?raw', import: 'default', eager: true }),
);

/** A query with a reader's grades of the companies that were shown for it. */
export type JudgedQuery = {
  readonly text: string;
  /** It paraphrases the description of a company. */
  readonly isParaphrase: boolean;
  /** Not used for tuning. */
  readonly isHeldOut: boolean;
  /** By the company's id in the directory: 2 relevant, 1 close, 0 not relevant. */
  readonly grades: ReadonlyMap<string, number>;
};

/** All queries of judgements.txt, whose first lines describe the format. */
export function readJudgedQueries(): JudgedQuery[] {
  return text
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
      return { text: query, isParaphrase: from !== undefined, isHeldOut: lines.includes('aside'), grades };
    });
}
