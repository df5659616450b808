import { z } from 'zod';

/** The search parameters of an address, every key with all its values in order. */
export type RawSearch = Record<string, readonly string[]>;

/** A value of the address that the schema refused. */
export type UnreadParameters = { readonly key: string; readonly text: string };

/** A flat object whose members are read from text, or from a list of texts where the key may repeat. */
export type UrlSchema = z.ZodObject;

/**
 * Reads an address by a schema. Values that do not fit are left out and listed, so that a mistyped link still shows
 * everything else; keys that the schema does not know are ignored.
 */
export function readUrl<S extends UrlSchema>(
  schema: S,
  raw: RawSearch,
): { value: z.output<S>; unread: UnreadParameters[] } {
  const unread: UnreadParameters[] = [];
  const value: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(schema.shape)) {
    const texts = raw[key] ?? [];
    const read = readMember(member, texts, (text) => unread.push({ key, text }));
    if (read !== undefined) value[key] = read;
  }
  return { value: value as z.output<S>, unread };
}

function readMember(member: z.core.$ZodType, texts: readonly string[], refuse: (text: string) => void): unknown {
  const list = parseList(member);
  const fitting = texts.flatMap((text) => {
    const read = z.safeDecode(list ?? member, text);
    if (!read.success) refuse(text);
    return read.success ? [read.data] : [];
  });
  if (list) return fitting;
  for (const text of texts.slice(1)) refuse(text);
  return fitting.length > 0 ? fitting[0] : z.safeDecode(member, undefined).data;
}

/** Writes a value as an address: lists as repeated keys, and nothing for what equals its default. */
export function writeUrl<S extends UrlSchema>(schema: S, value: z.output<S>): RawSearch {
  const blank = readUrl(schema, {}).value as Record<string, unknown>;
  const raw: Record<string, string[]> = {};
  for (const [key, member] of Object.entries(schema.shape)) {
    const held = (value as Record<string, unknown>)[key];
    const list = parseList(member);
    if (list) raw[key] = (held as unknown[]).map((item) => z.encode(list, item as never) as string);
    else if (held !== undefined && held !== blank[key]) raw[key] = [z.encode(member, held) as string];
    if (raw[key]?.length === 0) delete raw[key];
  }
  return raw;
}

/** The schema of one item, when the member is a list. */
function parseList(member: z.core.$ZodType): z.core.$ZodType | undefined {
  return member instanceof z.ZodArray ? member.element : undefined;
}
