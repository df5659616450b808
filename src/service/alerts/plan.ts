import { Refusal } from '../http/errors.ts';
import type { KeyOwner } from '../http/rate-limit.ts';

/** Alerts are on Pro+ and API plans (specification 4.14); refused before anything of the request is read. */
export function refusePlan({ plan }: KeyOwner): void {
  if (plan === 'PRO_PLUS' || plan === 'API') return;
  throw new Refusal(403, 'API_TIER_REQUIRED', 'Alerts are part of the Pro+ and API plans.', {
    current_tier: plan,
    help: 'Use a key of an account on a Pro+ or API plan.',
  });
}
