import { toDay } from '../../platform/format.ts';

/** Whole UTC days between a moment of the data and now; undefined without a date. */
export function toDaysSince(moment: string | null, now: number): number | undefined {
  const day = toDay(moment);
  if (day === undefined) return undefined;
  const today = Date.parse(new Date(now).toISOString().slice(0, 10));
  return Math.max(0, Math.round((today - Date.parse(day)) / 86_400_000));
}
