import { ChevronRight } from 'lucide-react';
import { formatCredits } from '../../purchase/price.ts';
import type { Operation, Schema } from './description.ts';
import { Parameters } from './parameters.tsx';
import { Responses } from './responses.tsx';
import { Example, SchemaTree } from './schema-tree.tsx';
import { TrialForm } from './trial-form.tsx';

type OperationRowProps = {
  readonly operation: Operation;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly root: string;
  readonly apiKey: string | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
};

/** One operation in the list, with everything about it when it is open. */
export function OperationRow({ operation, schemas, root, apiKey, open, onToggle }: OperationRowProps) {
  const { id, method, path, summary } = operation;
  return (
    <li className="rounded-[10px] border border-line bg-panel">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`operation-${id}`}
          className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-[10px] px-3.5 py-2.5 text-left hover:bg-sunken"
          onClick={onToggle}
        >
          <ChevronRight aria-hidden className={`size-3.5 shrink-0 text-ink-3 ${open ? 'rotate-90' : ''}`} />
          <code className="font-mono text-[12px] font-semibold break-all">
            <span className="text-accent-ink">{method}</span> {path}
          </code>
          <span className="text-ink-2">{summary}</span>
          <span className="ml-auto text-[11.5px] whitespace-nowrap text-ink-3 tabular-nums">
            {formatPrice(operation)}
          </span>
        </button>
      </h3>
      <div id={`operation-${id}`} hidden={!open}>
        {open && <OperationBody operation={operation} schemas={schemas} root={root} apiKey={apiKey} />}
      </div>
    </li>
  );
}

function OperationBody({
  operation,
  schemas,
  root,
  apiKey,
}: Pick<OperationRowProps, 'operation' | 'schemas' | 'root' | 'apiKey'>) {
  const { text, parameters, body, responses } = operation;
  return (
    <div className="grid gap-4 border-t border-line px-3.5 py-3.5">
      <p className="max-w-[72ch] text-ink-2">{text}</p>
      {parameters.length > 0 && <Parameters parameters={parameters} schemas={schemas} />}
      {body?.schema && (
        <section aria-label="Body" className="grid gap-1.5">
          <h4 className="font-semibold">Body</h4>
          <SchemaTree schema={body.schema} schemas={schemas} />
          <Example value={body.example} />
        </section>
      )}
      <TrialForm operation={operation} schemas={schemas} root={root} apiKey={apiKey} />
      <Responses responses={responses} schemas={schemas} />
    </div>
  );
}

function formatPrice({ price: { credits, per } }: Operation): string {
  return credits === 0 ? 'free' : `${formatCredits(Math.round(credits * 10))} per ${per}`;
}
