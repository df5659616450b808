import type { Parameter, Schema } from './description.ts';
import { formatTypeText } from './schema-tree.tsx';

type ParametersProps = {
  readonly parameters: readonly Parameter[];
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** The parameters of a path and a query. */
export function Parameters({ parameters, schemas }: ParametersProps) {
  return (
    <section aria-label="Parameters" className="grid gap-1.5">
      <h4 className="font-semibold">Parameters</h4>
      <dl className="grid gap-1.5">
        {parameters.map(({ name, required, description, schema }) => (
          <div key={name} className="grid gap-x-3 wide:grid-cols-[180px_1fr]">
            <dt className="font-mono text-[12px]">
              {name}
              {required && <span className="text-ink-3"> (required)</span>}
            </dt>
            <dd className="text-ink-2">
              {description} <span className="text-ink-3">{formatTypeText(schema, schemas)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
