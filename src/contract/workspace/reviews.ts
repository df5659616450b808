import { z } from 'zod';
import { uuid } from '../scalars.ts';
import { moment, workspaceEndpoint } from './workspace-endpoint.ts';

/** The reviews of alerts: when the last one ended, what it included, and where the next one is. */
const reviewState = z.strictObject({
  /** When the last review ended; null before the first. */
  finished_at: moment.nullable(),
  /** The deal at which the review was left; null if it was not begun. */
  place: uuid.nullable(),
  /** Deals that a finished review included. */
  shown_ids: z.array(uuid),
  /** Alerts that a finished review included: deals of theirs that are not in `shown_ids` were added since. */
  alert_ids: z.array(uuid),
});
export type ReviewState = z.infer<typeof reviewState>;

const state = z.strictObject({ reviews: reviewState });
const ids = z.array(uuid).max(20_000);

/** GET /workspace/reviews: what the account's reviews of alerts have shown. */
export const readReviews = workspaceEndpoint('readReviews', 'GET', '/reviews', {
  summary: 'Read the reviews of alerts',
  data: state,
});

/** POST /workspace/reviews/finish: ends a review, which included these deals and alerts. */
export const finishReview = workspaceEndpoint('finishReview', 'POST', '/reviews/finish', {
  summary: 'Finish a review of alerts',
  body: z.strictObject({ deal_ids: ids, alert_ids: ids }),
  data: state,
  maxBodyBytes: 4 * 1024 * 1024,
});

/** POST /workspace/reviews/reopen: undoes the end of the last review. */
export const reopenReview = workspaceEndpoint('reopenReview', 'POST', '/reviews/reopen', {
  summary: 'Reopen the last review of alerts',
  body: z.strictObject({}),
  data: state,
});

/** PUT /workspace/reviews: stores the deal at which the review continues. */
export const changeReview = workspaceEndpoint('changeReview', 'PUT', '/reviews', {
  summary: 'Store where the review of alerts continues',
  body: z.strictObject({ place: uuid.nullable() }),
  data: state,
});
