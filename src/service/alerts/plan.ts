import { ApiError } from '../http/api-error.ts';
import type { KeyOwner } from '../http/rate-limit.ts';

/** Throws unless the plan includes alerts (specification 4.14). */
export function precheckPlan({ plan }: KeyOwner): void {
  if (plan === 'PRO_PLUS' || plan === 'API') return;
  throw new ApiError('planRequired', { current_tier: plan });
}
