import { z } from 'zod';
import { workspaceEndpoint } from './workspace-endpoint.ts';

/** What an account stores, each with a counter that grows with every change. */
const workspacePart = z.enum([
  'purchases',
  'budget',
  'records',
  'searches',
  'statuses',
  'stages',
  'us',
  'lists',
  'saved_searches',
  'reviews',
  'members',
]);
export type WorkspacePart = z.infer<typeof workspacePart>;
export const workspaceParts = workspacePart.options;

/** GET /workspace/versions: the counters, 0 for what never changed. A page polls them and reads again what changed. */
export const readVersions = workspaceEndpoint('readVersions', 'GET', '/versions', {
  summary: 'Read the version of everything that the workspace stores',
  data: z.strictObject({ versions: z.record(workspacePart, z.int()) }),
});
