import { z } from 'zod';
import { dayText } from '../../platform/url/texts.ts';
import { periods } from './days.ts';

/** The address of the alerts screen: which days, which alerts, and what of it is shown. */
export const alertsUrl = z.object({
  period: z.enum(periods).default('week'),
  /** The ends of a range of one's own. */
  from: dayText.optional(),
  to: dayText.optional(),
  /** Only these alerts; none means all. */
  alert: z.array(z.guid().toLowerCase()),
  view: z.enum(['review', 'digest', 'alerts']).default('review'),
  open: z.guid().toLowerCase().optional(),
});
export type AlertsUrl = z.output<typeof alertsUrl>;
