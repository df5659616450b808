import { z } from 'zod';
import { routeLinks } from '#contract/routes.ts';
import { namedIdText } from '../../platform/url/url.ts';

const kinds = ['investor', 'company', 'person'] as const;

/** The address of the screen: whom the routes lead to, of how many hops, and which of them is open, from 1. */
export const routesUrl = z.object({
  kind: z.enum(kinds).default('investor'),
  to: namedIdText.optional(),
  hops: z.enum(['2', '3', '4']).default('4'),
  /** What hops may rest on; all where it is empty. */
  through: z.array(z.enum(routeLinks)),
  best: z.enum(['3', '10']).default('3'),
  open: z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']).default('1'),
});
