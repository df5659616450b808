import { z } from 'zod';
import { parseUtcDay } from '#contract/scalars.ts';
import { useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RawSearch } from './raw-search.ts';

/** A value of the address that the schema rejected. */
export type UnreadParameters = { readonly key: string; readonly text: string };

/** A flat object whose members are read from text, or from a list of texts if the key may repeat. */
export type UrlSchema = z.ZodObject;

/**
 * Reads an address by a schema. Invalid values are left out and listed, so that a mistyped link still shows everything
 * else; keys that the schema does not have are ignored.
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

/** The parameters of a schema as texts of an address. */
export type SearchTexts<S extends UrlSchema> = { readonly [Key in keyof S['shape']]?: readonly string[] };

/** The parameters that a schema has, invalid ones too, so that the screen can list them. */
export const pickParameters = <S extends UrlSchema>(schema: S, raw: SearchTexts<S>): SearchTexts<S> =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => Object.hasOwn(schema.shape, key))) as SearchTexts<S>;

function readMember(member: z.core.$ZodType, texts: readonly string[], reject: (text: string) => void): unknown {
  const list = getItemSchema(member);
  const fitting = texts.flatMap((text) => {
    const read = z.safeDecode(list ?? member, text);
    if (!read.success) reject(text);
    return read.success ? [read.data] : [];
  });
  if (list) return fitting;
  for (const text of texts.slice(1)) reject(text);
  return fitting.length > 0 ? fitting[0] : z.safeDecode(member, undefined).data;
}

/** Writes a value as an address: lists as repeated keys, and nothing for members equal to their defaults. */
export function writeUrl<S extends UrlSchema>(schema: S, value: z.output<S>): RawSearch {
  const blank = readUrl(schema, {}).value as Record<string, unknown>;
  const raw: Record<string, string[]> = {};
  for (const [key, member] of Object.entries(schema.shape)) {
    const held = (value as Record<string, unknown>)[key];
    const list = getItemSchema(member);
    if (list) raw[key] = (held as unknown[]).map((item) => z.encode(list, item) as string);
    else if (held !== undefined && held !== blank[key]) raw[key] = [z.encode(member, held) as string];
    if (raw[key]?.length === 0) delete raw[key];
  }
  return raw;
}

/** The schema of one item, when the member is a list. */
function getItemSchema(member: z.core.$ZodType): z.core.$ZodType | undefined {
  return member instanceof z.ZodArray ? member.element : undefined;
}

/** The most ids in an address. */
export const maxIds = 500;

/**
 * Many ids in one text of an address, 22 characters each: written out, 500 of them would exceed what servers accept as
 * the head of a request.
 */
export const idsText = z.codec(z.string().regex(/^([\w-]{22}){1,500}$/), z.array(z.guid()).min(1).max(maxIds), {
  decode: (text) => (text.match(/.{22}/g) ?? []).map(decodeId),
  encode: (ids) => ids.map(encodeId).join(''),
});

/** The 16 bytes of an id in base64url. */
function encodeId(id: string): string {
  const bytes = id.replaceAll('-', '').match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.slice(0, 22).replaceAll('+', '-').replaceAll('/', '_');
}

function decodeId(short: string): string {
  const bytes = atob(short.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An id and the name that users know it by, `uuid~Name`; a bare id is allowed: then the name is blank. */
export type NamedId = { readonly id: string; readonly name: string };
export const namedIdText = z.codec(
  z.string().regex(/^[\da-fA-F-]{36}(~|$)/),
  z.object({ id: z.guid().toLowerCase(), name: z.string() }),
  {
    decode: (text) => ({ id: text.slice(0, 36), name: text.slice(37) }),
    encode: ({ id, name }) => (name === '' ? id : `${id}~${name}`),
  },
);

/** A non-negative integer in digits. */
export const wholeParameter = z.codec(z.string().regex(/^\d{1,15}$/), z.int().min(0), {
  decode: Number,
  encode: String,
});

/** A non-negative number in JavaScript's notation. */
export const amountParameter = z.codec(z.string().regex(/^\d+(\.\d+)?(e\+?\d+)?$/), z.number().min(0), {
  decode: Number,
  encode: String,
});

/** A UTC day, `YYYY-MM-DD`. */
export const dayParameter = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseUtcDay(text) === text);

/** A flag that is present or absent. */
export const flagParameter = z.codec(z.literal('1'), z.literal(true), {
  decode: () => true as const,
  encode: () => '1' as const,
});

/** Text that is not blank, without spaces at its ends. */
export const plainParameter = z.string().trim().min(1).max(2000);

/** A number from 0 to 1. */
export const fractionParameter = z.codec(z.string().regex(/^(0(\.\d+)?|1(\.0+)?)$/), z.number().min(0).max(1), {
  decode: Number,
  encode: String,
});

/** How a screen writes its address: as a step that Back undoes, or in place. */
export type WriteMode = 'step' | 'replace';

/** The search parameters of the screen, as texts. */
export const useRawSearch = (): RawSearch => useSearch({ strict: false });

/** The state of a screen in the address. */
export type UrlState<S extends UrlSchema> = {
  readonly value: z.output<S>;
  readonly unread: readonly UnreadParameters[];
  readonly write: (next: z.output<S>, how?: WriteMode) => void;
};

/**
 * Reads and writes the search parameters of the current screen by its schema. `saved`, the saved search that is open
 * there (saved/save-search.tsx), stays whatever is written.
 */
export function useUrl<S extends UrlSchema>(schema: S): UrlState<S> {
  const raw = useRawSearch();
  const navigate = useNavigate();
  // The same address must return the same object, because forms and results depend on its identity.
  const { value, unread } = useMemo(() => readUrl(schema, raw), [schema, raw]);
  return {
    value,
    unread,
    write: (next, how = 'step') => {
      const { saved } = raw;
      const search = { ...writeUrl(schema, next), ...(saved ? { saved } : {}) };
      void navigate({ to: '.', search, replace: how === 'replace', resetScroll: false });
    },
  };
}
