import { z } from 'zod';

/** A place, industry or super category as a filter holds it: what travels on the wire, and how people call it. */
export type Permalink = {
  readonly permalink: string;
  readonly kind: string;
  readonly name: string;
};

/**
 * A permalink in an address, `san-francisco-california~CITY~San Francisco`, so that a link shows names without asking.
 * A bare permalink is legal: then the name is the permalink.
 */
export const permalinkText = z.codec(
  z.string().regex(/^[^~]+/),
  z.object({ permalink: z.string().min(1), kind: z.string(), name: z.string() }),
  {
    decode: (text) => {
      const [permalink = '', kind = '', ...name] = text.split('~');
      return { permalink, kind, name: name.join('~') || permalink };
    },
    encode: ({ permalink, kind, name }) => [permalink, kind, name].join('~'),
  },
);

/** "SUPER_CATEGORY" as "super category"; "" when the kind is not known. */
export const formatKindName = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ');

const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const suffix = /-([\da-f]{4})$/;

/**
 * The words of a permalink that its name does not say: "Missouri" of California, california-missouri. The wire gives
 * nothing else that tells two places of one name apart. "" when the permalink says no more than the name.
 */
export function formatQualifier({ name, permalink }: Permalink): string {
  const slug = toSlug(name);
  if (!permalink.startsWith(`${slug}-`)) return '';
  const rest = permalink.slice(slug.length).replace(suffix, '').slice(1);
  return rest
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Qualifiers for a list: where two of one kind would still look alike, the permalink's suffix is said too. */
export function formatQualifiers(offers: readonly Permalink[]): ReadonlyMap<string, string> {
  const getLook = (one: Permalink) => [one.name, formatQualifier(one), one.kind].join('~');
  const looks = offers.map(getLook);
  return new Map(
    offers.map((one) => {
      const unlike = looks.filter((look) => look === getLook(one)).length === 1;
      const parts = [formatQualifier(one), unlike ? '' : (suffix.exec(one.permalink)?.[1] ?? '')];
      return [one.permalink, parts.filter((part) => part !== '').join(' ')];
    }),
  );
}
