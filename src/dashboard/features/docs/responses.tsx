import type { Operation, Schema } from './description.ts';
import { Example, SchemaTree } from './schema-tree.tsx';

type ResponsesProps = {
  readonly responses: Operation['responses'];
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** Every status that an operation answers with. */
export function Responses({ responses, schemas }: ResponsesProps) {
  return (
    <section aria-label="Answers" className="grid gap-1.5">
      <h4 className="font-semibold">Answers</h4>
      {responses.map(([status, { description, content }]) => {
        const { schema, example } = content?.['application/json'] ?? {};
        return (
          <details key={status}>
            <summary className="text-ink-2">
              <span className="font-mono text-[12px] font-semibold text-ink">{status}</span> {description}
            </summary>
            <div className="mt-1.5 grid gap-1.5 pl-3.5">
              {schema && <SchemaTree schema={schema} schemas={schemas} />}
              <Example value={example} />
            </div>
          </details>
        );
      })}
    </section>
  );
}
