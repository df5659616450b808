import { toName, type Schema } from './description.ts';

type Schemas = Readonly<Record<string, Schema>>;
type SchemaTreeProps = { readonly schema: Schema; readonly schemas: Schemas };

/** The members of a schema, each with its type; what holds members itself opens on demand. */
export function SchemaTree({ schema, schemas }: SchemaTreeProps) {
  const alternatives = schema.anyOf ?? [];
  if (alternatives.length > 0) {
    return (
      <ol className="grid list-decimal gap-2 pl-5">
        {alternatives.map((one) => (
          <li key={JSON.stringify(one)}>
            <SchemaTree schema={one} schemas={schemas} />
          </li>
        ))}
      </ol>
    );
  }
  const { properties = {}, required = [] } = asObject(schema, schemas) ?? {};
  return (
    <ul className="grid gap-1">
      {Object.entries(properties).map(([name, member]) => (
        <Member key={name} name={name} schema={member} schemas={schemas} required={required.includes(name)} />
      ))}
    </ul>
  );
}

type MemberProps = SchemaTreeProps & { readonly name: string; readonly required: boolean };

function Member({ name, schema, schemas, required }: MemberProps) {
  const line = (
    <>
      <code className="font-mono text-[12px]">{name}</code>{' '}
      <span className="text-[12px] text-ink-3">
        {formatTypeText(schema, schemas)}
        {required && ', always there'}
      </span>
    </>
  );
  if (!asObject(schema, schemas)) return <li>{line}</li>;
  return (
    <li>
      <details>
        <summary className="w-fit">{line}</summary>
        <div className="mt-1 ml-1.5 border-l border-line pl-3">
          <SchemaTree schema={schema} schemas={schemas} />
        </div>
      </details>
    </li>
  );
}

const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[toName(schema.$ref)] ?? {});

/** The object that a schema is, or that its items are; undefined for everything else. */
function asObject(schema: Schema, schemas: Schemas): Schema | undefined {
  const own = resolve(schema, schemas);
  if (own.properties) return own;
  return own.items ? asObject(own.items, schemas) : undefined;
}

/** A type in words: "array of Deal, 1 to 500", "one of SEED, SERIES_A, or null". */
export function formatTypeText(schema: Schema, schemas: Schemas): string {
  const own = resolve(schema, schemas);
  const parts = [
    formatKind(schema, own, schemas),
    ...formatBounds(own),
    ...(own.nullable === true ? ['or null'] : []),
    ...(own.default === undefined
      ? []
      : [`${typeof own.default === 'string' ? own.default : JSON.stringify(own.default)} when left out`]),
  ];
  return parts.join(', ');
}

function formatKind({ $ref }: Schema, own: Schema, schemas: Schemas): string {
  if (own.enum) return `one of ${own.enum.filter((value) => value !== null).join(', ')}`;
  if (own.items) return `array of ${formatTypeText(own.items, schemas)}`;
  if ($ref !== undefined) return toName($ref);
  return own.format ?? own.type ?? 'any of several';
}

function formatBounds({ minimum, maximum, minItems, maxItems }: Schema): string[] {
  const [low, high] = [minimum ?? minItems, maximum ?? maxItems];
  if (low !== undefined && high !== undefined) return [`${low} to ${high}`];
  if (low !== undefined) return [`from ${low}`];
  return high === undefined ? [] : [`at most ${high}`];
}

/** An example, as JSON. */
export function Example({ value }: { readonly value: unknown }) {
  if (value === undefined) return null;
  return (
    <details>
      <summary className="w-fit text-ink-2">Example</summary>
      <Code text={JSON.stringify(value, null, 2)} label="Example" />
    </details>
  );
}

/** Text to read and copy, in a box that scrolls, by keyboard too. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <textarea
      readOnly
      aria-label={label}
      value={text}
      rows={Math.min(24, text.split('\n').length)}
      wrap="off"
      spellCheck={false}
      className="mt-1.5 w-full resize-y rounded-[7px] border border-edge bg-sunken px-3 py-2 font-mono text-[12px]"
    />
  );
}
