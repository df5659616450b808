import type { Permalink } from './permalink.ts';

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
export function toQualifier({ name, permalink }: Permalink): string {
  const slug = toSlug(name);
  if (!permalink.startsWith(`${slug}-`)) return '';
  const rest = permalink.slice(slug.length).replace(suffix, '').slice(1);
  return rest
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Qualifiers for a list: where two of one kind would still look alike, the permalink's suffix is said too. */
export function toQualifiers(offers: readonly Permalink[]): ReadonlyMap<string, string> {
  const toLook = (one: Permalink) => [one.name, toQualifier(one), one.kind].join('~');
  const looks = offers.map(toLook);
  return new Map(
    offers.map((one) => {
      const unlike = looks.filter((look) => look === toLook(one)).length === 1;
      const parts = [toQualifier(one), unlike ? '' : (suffix.exec(one.permalink)?.[1] ?? '')];
      return [one.permalink, parts.filter((part) => part !== '').join(' ')];
    }),
  );
}
