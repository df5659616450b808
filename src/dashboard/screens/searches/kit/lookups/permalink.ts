import { z } from 'zod';
import { capitalize, foldText } from '../../../../platform/format.ts';

/** A place, industry or super category in a filter: the permalink for the API, and the name on screen. */
export type Permalink = {
  readonly permalink: string;
  readonly kind: string;
  readonly name: string;
};

/**
 * A permalink in a URL, `san-francisco-california~CITY~San Francisco`, so that a link shows names without a request.
 * A bare permalink is valid; the name is then the permalink.
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

/** "SUPER_CATEGORY" as "super category"; "" when the kind is unknown. */
export const formatKindName = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ');

const toSlug = (name: string): string =>
  foldText(name)
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const suffixPattern = /-([\da-f]{4})$/;

/**
 * The words of a permalink that are not in its name: "Missouri" for California, california-missouri. The API has
 * nothing else that tells two places of one name apart. "" if there are none.
 */
export function formatQualifier({ name, permalink }: Permalink): string {
  const slug = toSlug(name);
  if (!permalink.startsWith(`${slug}-`)) return '';
  const rest = permalink.slice(slug.length).replace(suffixPattern, '').slice(1);
  return rest
    .split('-')
    .map((word) => capitalize(word))
    .join(' ');
}

/** Qualifiers for a list; where two options would still look the same, the permalink's suffix is added. */
export function formatQualifiers(offers: readonly Permalink[]): ReadonlyMap<string, string> {
  const labels = offers.map((one) => {
    const qualifier = formatQualifier(one);
    return { one, qualifier, label: [one.name, qualifier, one.kind].join('~') };
  });
  const counts = new Map<string, number>();
  for (const { label } of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(
    labels.map(({ one: { permalink }, qualifier, label }) => {
      const suffix = counts.get(label) === 1 ? '' : (suffixPattern.exec(permalink)?.[1] ?? '');
      return [permalink, [qualifier, suffix].filter((part) => part !== '').join(' ')];
    }),
  );
}
