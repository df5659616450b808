import { createHash } from 'node:crypto';

/** A statement that took long. It is named by hashes, because texts and plans may contain values. */
interface SlowStatement {
  readonly ms: number;
  /** Hash of its text, in which values are placeholders. */
  readonly statement: string;
  /** Hash of the operations, tables and indexes of its plan; undefined where it has none. */
  readonly plan: string | undefined;
}

/** What is done with slow statements. */
export interface SlowLog {
  readonly thresholdMs: number;
  readonly report: (slow: SlowStatement) => void;
}

/** Reads the plan of a statement as PostgreSQL's EXPLAIN gives it in JSON. */
type ReadPlan = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** Looks at the time of a finished statement. */
export type TimeStatement = (text: string, values: readonly unknown[], ms: number) => void;

/** Reports statements over the threshold. At most one plan is read at once; a slow statement in the meantime has none. */
export function watchStatements({ thresholdMs, report }: SlowLog, readPlan: ReadPlan): TimeStatement {
  let isReading = false;
  return (text, values, ms) => {
    if (ms < thresholdMs) return;
    const slow = { ms: Math.round(ms), statement: hashText(text) };
    if (isReading || !hasPlan(text)) return report({ ...slow, plan: undefined });
    isReading = true;
    void readPlan(text, values)
      .then(hashPlan, () => undefined)
      .then((plan) => report({ ...slow, plan }))
      .finally(() => (isReading = false));
  };
}

const hasPlan = (text: string): boolean => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES)\b/i.test(text);

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] };

const structure = ['Node Type', 'Operation', 'Strategy', 'Join Type', 'Parent Relationship'];
const places = ['Relation Name', 'Index Name', 'CTE Name', 'Function Name'];

/** The same for plans that differ only in values, estimates and conditions. */
function hashPlan(explained: unknown): string | undefined {
  const [first] = (explained as readonly { readonly Plan: PlanNode }[] | undefined) ?? [];
  const describe = (node: PlanNode): unknown => [
    [...structure, ...places].map((name) => node[name] ?? null),
    node.Plans?.map(describe),
  ];
  return first && hashText(JSON.stringify(describe(first.Plan)));
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A log that writes a line of JSON for every slow statement. */
export const createSlowLog = (thresholdMs: number, target: { write(line: string): unknown }): SlowLog => ({
  thresholdMs,
  report: (slow) => {
    target.write(
      `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), ...slow, msg: 'slow statement' })}\n`,
    );
  },
});
