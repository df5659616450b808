const texts = import.meta.glob<string>('./*.txt', { query: '?raw', import: 'default', eager: true });

/** The blocks of a file, whose first lines describe it. Each begins with `# ` and its title. */
function readBlocks(file: string): { title: string; lines: string[] }[] {
  const blocks = (texts[file] ?? '').split(/^# /m).slice(1);
  return blocks.map((block) => {
    const [title = '', ...lines] = block.trim().split('\n');
    return { title, lines };
  });
}

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

export function readJudgedQueries(): JudgedQuery[] {
  return readBlocks('./judgements.txt').map(({ title, lines }) => {
    const from = lines.find((line) => line.startsWith('from '))?.slice(5);
    const graded = lines.flatMap((line) => {
      const [, grade, ids = ''] = /^([012]): (.*)$/.exec(line) ?? [];
      return grade === undefined ? [] : ids.split(' ').map((id): [string, number] => [id, Number(grade)]);
    });
    const grades = new Map([...graded, ...(from === undefined ? [] : [[from, 2] as const])]);
    return { text: title, isParaphrase: from !== undefined, isHeldOut: lines.includes('aside'), grades };
  });
}

/** The queries of queries.txt by what they are. */
export const readPlainQueries = (): { title: string; lines: string[] }[] => readBlocks('./queries.txt');
