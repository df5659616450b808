import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointId } from '#contract/endpoints.ts';
import { errorDetails } from './error-details.ts';

/** Where an error is thrown: endpoints by their id or as a group, or code outside of any endpoint. */
type ErrorSource =
  | readonly EndpointId[]
  | 'all endpoints'
  | 'endpoints with a body'
  | 'billed endpoints'
  | 'unknown routes'
  | 'HTTP parser'
  | 'hosted service'
  | 'metrics';

/** One error of the API. Texts have `{placeholders}`, which the throwing code fills. Errors are never charged. */
export type ErrorDefinition = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The shape of `details`; without it there are none. */
  readonly details?: z.ZodType;
  /** Constant members of `details`, or `details` itself if it is a text. */
  readonly values?: Readonly<Record<string, string>> | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly thrownBy: ErrorSource;
};

/** `help` is the member of `details` with this name, or all of `details` if no other shape is given. */
type Texts = { readonly message: string; readonly help?: string } & Pick<
  ErrorDefinition,
  'details' | 'values' | 'headers'
>;

/** One row of the table of errors; its type keeps the texts, whose placeholders the throwing code must fill. */
export function defineError<const T extends Texts>(status: number, code: string, thrownBy: ErrorSource, texts: T) {
  const { help, ...given } = texts;
  const helped = help === undefined ? given : { details: errorDetails.help, ...given, values: { help } };
  return { status, code, thrownBy, ...helped } as {
    readonly status: number;
    readonly code: string;
    readonly thrownBy: ErrorSource;
  } & T;
}

/** Whether an endpoint can throw an error. */
export function canThrow({ id, body, cost }: Endpoint, { thrownBy }: ErrorDefinition): boolean {
  if (typeof thrownBy !== 'string') return (thrownBy as readonly string[]).includes(id);
  if (thrownBy === 'all endpoints') return true;
  if (thrownBy === 'endpoints with a body') return body !== undefined;
  return thrownBy === 'billed endpoints' && cost.per !== 'nothing';
}

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type TextsOf<D> =
  | (D extends { message: infer M extends string } ? M : never)
  | (D extends { help: infer H extends string } ? H : never)
  | (D extends { values: infer V extends Record<string, string> } ? V[keyof V] : never)
  | (D extends { headers: infer H extends Record<string, string> } ? H[keyof H] : never);
type DetailsOf<D> = D extends { details: infer S extends z.ZodObject }
  ? z.output<S>
  : D extends { help: string }
    ? { help: string }
    : unknown;
type ConstantsOf<D> =
  | (D extends { values: infer V extends Record<string, string> } ? keyof V : never)
  | (D extends { help: string } ? 'help' : never);

/** The values that an error needs: its placeholders, and the members of `details` that are not constant. */
export type ValuesOfError<D> = Omit<DetailsOf<D>, ConstantsOf<D>> & {
  readonly [P in Exclude<Placeholders<TextsOf<D>>, keyof DetailsOf<D>>]: string | number | readonly string[];
};
