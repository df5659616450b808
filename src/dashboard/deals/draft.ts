import { z } from 'zod';
import { dealSort } from '#contract/deals.ts';
import { employeeRange, ipoStatus } from '#contract/enums.ts';
import { toUtcDay } from '#contract/scalars.ts';
import { amountHint, toAmount, toAmountText } from '../form/amount.ts';
import { roundChoice, type DealsQuestion } from './question.ts';

/** A field of a form: blank is "not given", nonsense is refused beside the field. */
const fieldOf = <T>(read: (text: string) => T | undefined, hint: string) =>
  z.string().transform((text, context): T | undefined => {
    if (text.trim() === '') return undefined;
    const value = read(text.trim());
    if (value === undefined) context.addIssue({ code: 'custom', message: hint });
    return value;
  });

const amountField = fieldOf(toAmount, amountHint);
const dayField = fieldOf(
  (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? toUtcDay(text) : undefined),
  'Write a day of the calendar such as 2026-11-21',
);
const permalink = z.object({ permalink: z.string(), kind: z.string(), name: z.string() });
const named = z.array(z.object({ id: z.string(), name: z.string() }));

type Pair = { readonly low: string; readonly high: string; readonly message: string };
const days = 'The last day lies before the first';
const amounts = 'The maximum lies below the minimum';
const pairs: readonly Pair[] = [
  { low: 'from', high: 'to', message: days },
  { low: 'added_from', high: 'added_to', message: days },
  { low: 'min', high: 'max', message: amounts },
  { low: 'raised_min', high: 'raised_max', message: amounts },
];

const draft = z.object({
  round: z.array(roundChoice),
  from: dayField,
  to: dayField,
  min: amountField,
  max: amountField,
  location: z.array(permalink),
  industry: z.array(permalink),
  firm: named,
  employees: z.array(employeeRange),
  ipo: z.array(ipoStatus),
  raised_min: amountField,
  raised_max: amountField,
  added_from: dayField,
  added_to: dayField,
  company: named,
  person: named,
  ids: z.array(z.string()),
  sort: dealSort,
  rows: z.string().transform(Number).pipe(z.int().min(1).max(500)),
});

/** The filter form as people fill it; read, it is a question. */
export const dealsDraft = pairs
  .reduce(
    (checked, { low, high, message }) =>
      checked.refine((value) => isOrdered(value as Record<string, unknown>, low, high), { path: [high], message }),
    draft,
  )
  .transform(({ industry, ids, ...rest }): DealsQuestion => ({
    ...rest,
    // A super category never travels as an industry: the service would ignore it.
    industry: industry.filter(({ kind }) => kind !== 'SUPER_CATEGORY'),
    super_category: industry.filter(({ kind }) => kind === 'SUPER_CATEGORY'),
    ...(ids.length > 0 ? { ids } : {}),
  }));
export type DealsDraft = z.input<typeof dealsDraft>;

function isOrdered(value: Record<string, unknown>, low: string, high: string): boolean {
  const [from, to] = [value[low], value[high]];
  if (typeof from === 'number' && typeof to === 'number') return from <= to;
  return typeof from !== 'string' || typeof to !== 'string' || from <= to;
}

/** The form that asks a question, for links and Back. */
export function toDraft(question: DealsQuestion): DealsDraft {
  const { super_category: superCategories, industry, rows, ids = [], ...rest } = question;
  const amountOf = (usd: number | undefined) => (usd === undefined ? '' : toAmountText(usd));
  return {
    ...rest,
    from: question.from ?? '',
    to: question.to ?? '',
    added_from: question.added_from ?? '',
    added_to: question.added_to ?? '',
    min: amountOf(question.min),
    max: amountOf(question.max),
    raised_min: amountOf(question.raised_min),
    raised_max: amountOf(question.raised_max),
    industry: [...superCategories.map((one) => ({ ...one, kind: 'SUPER_CATEGORY' })), ...industry],
    ids,
    rows: String(rows),
  };
}

/** How many of the filters that stand one click away are set. */
export function toMoreCount(form: Partial<DealsDraft>): number {
  const lists = [form.employees, form.ipo, form.company, form.person, form.ids];
  const texts = [form.raised_min, form.raised_max, form.added_from, form.added_to];
  return lists.filter((list) => list?.length).length + texts.filter((text) => text?.trim()).length;
}

const fields: readonly [member: string, field: keyof DealsDraft][] = [
  ['financing_types', 'round'],
  ['date_start', 'from'],
  ['date_end', 'to'],
  ['size_min', 'min'],
  ['size_max', 'max'],
  ['locations', 'location'],
  ['industries', 'industry'],
  ['super_categories', 'industry'],
  ['company_ids', 'company'],
  ['investor_ids', 'firm'],
  ['people_ids', 'person'],
  ['deal_ids', 'ids'],
  ['employee_count', 'employees'],
  ['ipo_status', 'ipo'],
  ['total_raised_min', 'raised_min'],
  ['total_raised_max', 'raised_max'],
  ['created_start', 'added_from'],
  ['created_end', 'added_to'],
  ['sort_by', 'sort'],
  ['page_size', 'rows'],
];

/** The field that shows a problem which the service reports by path; undefined for what the form does not hold. */
export function toFieldOfProblem(path: string): keyof DealsDraft | undefined {
  const members = path.split(/[.[\]]+/);
  return fields.find(([member]) => members.includes(member))?.[1];
}
