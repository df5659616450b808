import { createHash } from 'node:crypto';

/** A slow statement, named by hashes, because texts and plans may contain values. */
interface SlowStatement {
  readonly ms: number;
  /** Hash of its text, in which values are placeholders. */
  readonly statement: string;
  /** Hash of the operations, tables and indexes of its plan; undefined if the plan was not read. */
  readonly plan: string | undefined;
}

/** The threshold for slow statements, and the function that reports them. */
export interface SlowLog {
  readonly thresholdMs: number;
  readonly report: (slow: SlowStatement) => void;
}

/** Reads the plan of a statement as PostgreSQL's EXPLAIN gives it in JSON. */
type ReadPlan = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** Called with each finished statement and its time. */
export type TimeStatement = (text: string, values: readonly unknown[], ms: number) => void;

/** Reports statements over the threshold. Only one plan is read at a time; a slow statement in the meantime has none. */
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

/** Plans that differ only in values, estimates and conditions have the same hash. */
function hashPlan(explained: unknown): string | undefined {
  const [first] = (explained as readonly { readonly Plan: PlanNode }[] | undefined) ?? [];
  const describe = (node: PlanNode): unknown => [
    [...structure, ...places].map((name) => node[name] ?? null),
    node.Plans?.map(describe),
  ];
  return first && hashText(JSON.stringify(describe(first.Plan)));
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A log that writes one line of JSON for each slow statement. */
export const createSlowLog = (thresholdMs: number, target: { write(line: string): unknown }): SlowLog => ({
  thresholdMs,
  report: (slow) => {
    target.write(
      `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), ...slow, msg: 'slow statement' })}\n`,
    );
  },
});
