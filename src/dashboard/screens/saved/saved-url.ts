import { z } from 'zod';
import { authorParameter } from '../../platform/http/membership.ts';

/** The search parameters of saved searches and the history. */
export const savedUrl = z.object({ view: z.literal('history').optional(), who: authorParameter });
