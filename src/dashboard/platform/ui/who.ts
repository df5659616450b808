import { z } from 'zod';

/** The search parameter of a screen that can show what is the user's own alone (`isMine` in http/membership.ts). */
export const whoParameter = z.literal('mine').optional();
