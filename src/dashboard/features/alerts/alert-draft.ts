import { z } from 'zod';
import { type AlertForm, alertFrequency, type AlertFilters } from '#contract/alerts.ts';
import { employeeRange } from '#contract/enums.ts';
import { amountHint, toAmount, formatAmountInput } from '../../platform/format.ts';

/** An amount field: blank is no bound, nonsense is refused beside the field. */
const amountField = z.string().transform((text, context): number | null => {
  if (text.trim() === '') return null;
  const value = toAmount(text.trim());
  if (value === undefined) context.addIssue({ code: 'custom', message: amountHint });
  return value ?? null;
});
const permalink = z.object({ permalink: z.string(), kind: z.string(), name: z.string() });
const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** The form of a saved alert as people fill it; read, it is what the Account API takes. */
export const alertDraft = z
  .object({
    name: z.string().trim().min(1, 'Give the alert a name').max(200, 'At most 200 letters'),
    frequency: alertFrequency,
    description: z.string().trim().max(2000, 'At most 2,000 letters'),
    rounds: z.array(z.string()),
    location: z.array(permalink),
    industry: z.array(permalink),
    min: amountField,
    max: amountField,
    employees: z.array(employeeRange),
    firm: named,
    company: named,
    paused: z.boolean(),
  })
  .refine(({ min, max }) => min === null || max === null || min <= max, {
    path: ['max'],
    message: 'The maximum must not be below the minimum',
  })
  .transform(({ name, frequency, description, paused, ...filters }): AlertForm => ({
    configuration_name: name,
    frequency,
    description: description === '' ? null : description,
    filters: buildFilters(filters),
    paused,
  }));
export type AlertDraft = z.input<typeof alertDraft>;

type Chosen = Pick<AlertDraft, 'rounds' | 'location' | 'industry' | 'employees' | 'firm' | 'company'>;

function buildFilters(
  chosen: Chosen & { readonly min: number | null; readonly max: number | null },
): AlertForm['filters'] {
  const isSuper = ({ kind }: { readonly kind: string }) => kind === 'SUPER_CATEGORY';
  return {
    financing_types: [...chosen.rounds],
    locations: chosen.location.map((one) => one.permalink),
    industries: chosen.industry.filter((one) => !isSuper(one)).map((one) => one.permalink),
    super_categories: chosen.industry.filter(isSuper).map((one) => one.permalink),
    deal_size_min: chosen.min,
    deal_size_max: chosen.max,
    num_employees: [...chosen.employees],
    investors: chosen.firm.map(({ id, name }) => ({ id, name })),
    companies: chosen.company.map(({ id, name }) => ({ id, name })),
  };
}

/** A form in which nothing is set. */
export const emptyAlertDraft: AlertDraft = {
  name: '',
  frequency: 'WEEKLY',
  description: '',
  rounds: [],
  location: [],
  industry: [],
  min: '',
  max: '',
  employees: [],
  firm: [],
  company: [],
  paused: false,
};

type Saved = Omit<AlertForm, 'filters'> & { readonly filters: AlertFilters };

/** The form that holds a saved alert; the pickers prove its permalinks by free look-ups and find their names. */
export function buildAlertDraft({ configuration_name, frequency, description, filters, paused }: Saved): AlertDraft {
  const readValue = (kind: string) => (slug: string) => ({ permalink: slug, kind, name: slug });
  const toText = (usd: number | null) => (usd === null ? '' : formatAmountInput(usd));
  return {
    name: configuration_name,
    frequency,
    description: description ?? '',
    rounds: filters.financing_types,
    location: filters.locations.map(readValue('')),
    industry: [
      ...filters.super_categories.map(readValue('SUPER_CATEGORY')),
      ...filters.industries.map(readValue('INDUSTRY')),
    ],
    min: toText(filters.deal_size_min),
    max: toText(filters.deal_size_max),
    employees: filters.num_employees.flatMap((range) => employeeRange.safeParse(range).data ?? []),
    firm: filters.investors,
    company: filters.companies,
    paused,
  };
}
