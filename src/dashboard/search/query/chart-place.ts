import { z } from 'zod';
import { divisions } from '../charts/facts.ts';
import { plainParameter } from '../../platform/url/texts.ts';

/** The periods that an activity chart counts, as the address names them. */
export const activitySpans = ['12-months', '24-months', '8-quarters', '20-quarters'] as const;
export type ActivitySpan = (typeof activitySpans)[number];

/** The members of the address that say which chart stands over the table, and which bars are picked. */
export const chartMembers = {
  chart: z.enum([...divisions, 'activity']).optional(),
  unit: z.literal('usd').optional(),
  span: z.enum(activitySpans).optional(),
  pick_from: plainParameter.optional(),
  pick_to: plainParameter.optional(),
};

/** The chart of a screen as the address holds it; without `chart` there is none. */
export type ChartPlace = {
  readonly chart?: z.output<typeof chartMembers.chart>;
  readonly unit?: 'usd' | undefined;
  readonly span?: ActivitySpan | undefined;
  readonly pick_from?: string | undefined;
  readonly pick_to?: string | undefined;
};

/** The chart of a screen, and the way to change it: a step that Back undoes, or none. */
export type ChartState = {
  readonly place: ChartPlace;
  readonly onChange: (next: Partial<ChartPlace>, how?: 'replace') => void;
};

/** The room over the table that a chart takes, as classes: the same before its code has come, so that nothing shifts. */
export const chartRoom = 'h-[352px] max-wide:h-[440px]';

/** The chart without the bars that are picked: what stays when another question is asked. */
export const clearPicked = ({ chart, unit, span }: ChartPlace): ChartPlace => ({ chart, unit, span });
