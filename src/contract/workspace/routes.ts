import { z } from 'zod';
import { readRoutes } from '../routes.ts';
import { workspaceEndpoint } from './workspace-endpoint.ts';

/**
 * POST /workspace/routes: the routes of POST /account/routes from what is unlocked, in front of any service: rounds whose
 * investors are unlocked, and the jobs of unlocked people.
 */
export const readUnlockedRoutes = workspaceEndpoint('readUnlockedRoutes', 'POST', '/routes', {
  summary: 'Find routes through unlocked rounds and people',
  body: readRoutes.body,
  data: readRoutes.data.extend({
    /** Rounds with unlocked investors, and unlocked people. */
    from_unlocked: z.strictObject({ rounds: z.int(), people: z.int() }),
  }),
});
