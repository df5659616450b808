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
export const toKindName = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ');
