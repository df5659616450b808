import type { Json } from '../../service/http/openapi-schemas.ts';

/** A schema of the OpenAPI description, as far as types need it. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
};

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
};

/** Collects the Python types of schemas, each before the first one that uses it. */
export type PythonTypes = {
  /** The Python type of a schema; an object without a name of its own gets this one. */
  readonly describe: (schema: Json, name: string) => string;
  /** The definitions so far. */
  readonly list: () => string[];
};

/** Creates the Python types of the named schemas of an OpenAPI description, which are defined when they are used. */
export function createPythonTypes(named: Readonly<Record<string, Json>>): PythonTypes {
  const defined = new Map<string, string>();

  const describe = (schema: Schema, name: string): string => {
    const { $ref, type, items, properties, nullable = false, enum: values } = schema;
    const optional = (text: string) => (nullable ? `Optional[${text}]` : text);
    if ($ref !== undefined) return define($ref.split('/').at(-1) ?? '');
    if (values) return describeEnum(values);
    const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (parts) return describeParts(parts, name);
    if (type === 'array') return optional(`List[${items ? describe(items, name) : 'Any'}]`);
    if (properties) return optional(defineObject(name, schema));
    return optional(simpleTypes[type ?? ''] ?? (type === 'object' ? 'Dict[str, Any]' : 'Any'));
  };

  const describeParts = (parts: readonly Schema[], name: string): string => {
    const isNull = ({ enum: values }: Schema) => values?.length === 1 && values[0] === null;
    const types = [...new Set(parts.filter((part) => !isNull(part)).map((part) => describe(part, name)))];
    const union = types.length === 1 ? (types[0] ?? 'Any') : `Union[${types.join(', ')}]`;
    return parts.some(isNull) ? `Optional[${union}]` : union;
  };

  const define = (name: string): string => {
    const schema = named[name] as Schema | undefined;
    if (!schema) return 'Any';
    if (schema.properties) return defineObject(name, schema);
    if (!defined.has(name)) {
      const text = describe(schema, name);
      defined.set(name, `${name} = ${text}`);
    }
    return name;
  };

  const defineObject = (name: string, { properties = {}, description }: Schema): string => {
    if (defined.has(name)) return name;
    // Reserves the name for a schema that refers to itself.
    defined.set(name, '');
    const members = Object.entries(properties).map(([member, schema]) => {
      const text = `    ${member}: ${describe(schema, name + toClassName(member))}`;
      return schema.description === undefined ? text : `${text}\n    ${formatDocstring(schema.description, 4)}`;
    });
    defined.delete(name);
    const about = description === undefined ? [] : [`    ${formatDocstring(description, 4)}`];
    const body = [...about, ...members].join('\n') || '    pass';
    defined.set(name, `class ${name}(TypedDict, total=False):\n${body}`);
    return name;
  };

  return { describe: (schema, name) => describe(schema, name), list: () => [...defined.values()] };
}

function describeEnum(values: readonly unknown[]): string {
  const known = values.filter((value) => value !== null).map((value) => toPythonLiteral(value));
  const text = `Literal[${known.join(', ')}]`;
  return values.includes(null) ? `Optional[${text}]` : text;
}

const toPythonLiteral = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const toClassName = (member: string): string =>
  member
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** A text as a docstring, in lines of at most 100 characters; the lines after the first one are indented. */
export function formatDocstring(text: string, indent: number): string {
  const lines: string[] = [''];
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length > 96 - indent) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  // A quote at the end would end the docstring early.
  const joined = lines.join(`\n${' '.repeat(indent)}`).replace(/"$/, '" ');
  return `"""${joined}"""`;
}
