import { z } from 'zod';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  type AccountAlert,
  type AlertFilters,
  type AlertForm,
  alertFrequency,
  changeAlert,
  createAlert,
  deleteAlert,
  readAccountAlerts,
} from '#contract/alerts.ts';
import { employeeRange } from '#contract/enums.ts';
import type { Tolerant } from '#contract/record.ts';
import { explainAmount, formatAmountInput, parseAmount } from '#ask/amounts.ts';
import { sendFree } from '../../spending/send-free.ts';
import { configurations } from '../../records/alerts/use-alerts.ts';

/** An amount field: blank means no bound; other text that is no amount is an error. */
const amountField = z.string().transform((text, context): number | null => {
  if (text.trim() === '') return null;
  const value = parseAmount(text.trim());
  if (value === undefined) context.addIssue({ code: 'custom', message: explainAmount(text) });
  return value ?? null;
});
const permalink = z.object({ permalink: z.string(), kind: z.string(), name: z.string() });
const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** The form of an alert as text fields; parsed, it is the body of the Account API. */
export const alertDraft = z
  .object({
    name: z.string().trim().min(1, 'Give the alert a name').max(200, 'At most 200 characters'),
    frequency: alertFrequency,
    description: z.string().trim().max(2000, 'At most 2,000 characters'),
    rounds: z.array(z.string()),
    location: z.array(permalink),
    industry: z.array(permalink),
    min: amountField,
    max: amountField,
    employees: z.array(employeeRange),
    investor: named,
    company: named,
    paused: z.boolean(),
  })
  .refine(({ min, max }) => min === null || max === null || min <= max, {
    path: ['max'],
    message: 'The maximum must be at least the minimum',
  })
  .transform(({ name, frequency, description, paused, ...filters }): AlertForm => ({
    configuration_name: name,
    frequency,
    description: description === '' ? null : description,
    filters: buildFilters(filters),
    paused,
  }));
export type AlertDraft = z.input<typeof alertDraft>;

type ChosenFilters = Pick<AlertDraft, 'rounds' | 'location' | 'industry' | 'employees' | 'investor' | 'company'>;

function buildFilters(
  chosen: ChosenFilters & { readonly min: number | null; readonly max: number | null },
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
    investors: chosen.investor.map(({ id, name }) => ({ id, name })),
    companies: chosen.company.map(({ id, name }) => ({ id, name })),
  };
}

/** The form of a new alert. */
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
  investor: [],
  company: [],
  paused: false,
};

type SavedForm = Omit<AlertForm, 'filters'> & { readonly filters: AlertFilters };

/** The form of a saved alert. The pickers look up the names of its permalinks, free. */
export function buildAlertDraft({
  configuration_name,
  frequency,
  description,
  filters,
  paused,
}: SavedForm): AlertDraft {
  const toPermalink = (kind: string) => (slug: string) => ({ permalink: slug, kind, name: slug });
  const toText = (usd: number | null) => (usd === null ? '' : formatAmountInput(usd));
  return {
    name: configuration_name,
    frequency,
    description: description ?? '',
    rounds: filters.financing_types,
    location: filters.locations.map(toPermalink('')),
    industry: [
      ...filters.super_categories.map(toPermalink('SUPER_CATEGORY')),
      ...filters.industries.map(toPermalink('INDUSTRY')),
    ],
    min: toText(filters.deal_size_min),
    max: toText(filters.deal_size_max),
    employees: filters.num_employees.flatMap((range) => employeeRange.safeParse(range).data ?? []),
    investor: filters.investors,
    company: filters.companies,
    paused,
  };
}

/** All alerts of the account on our own service, including paused ones. Free. */
export const accountAlerts = queryOptions({
  queryKey: ['alerts', 'account'],
  queryFn: async ({ signal }): Promise<Tolerant<AccountAlert>[]> => {
    const { data } = await sendFree(readAccountAlerts, { query: undefined, signal });
    return data.alerts ?? [];
  },
});

/** Creates an alert, or changes the one with this id, and refreshes every list of alerts. */
export async function saveAlert(client: QueryClient, form: AlertForm, id?: string): Promise<void> {
  await (id === undefined
    ? sendFree(createAlert, { body: form })
    : sendFree(changeAlert, { params: { id }, body: form }));
  await client.invalidateQueries({ queryKey: ['alerts'] });
}

/**
 * Deletes an alert and refreshes every list of alerts, but not the matches of lists that still name it: those that are
 * being read are given up first, because the service no longer knows the alert once they arrive there.
 */
export async function removeAlert(client: QueryClient, id: string): Promise<void> {
  const isNaming = ({ queryKey }: { readonly queryKey: QueryKey }) =>
    queryKey.some((part) => typeof part === 'string' && part.includes(id));
  await client.cancelQueries({ queryKey: ['alerts'], predicate: isNaming });
  try {
    await sendFree(deleteAlert, { params: { id } });
  } catch (error) {
    void client.invalidateQueries({ queryKey: ['alerts'], predicate: isNaming });
    throw error;
  }
  await client.invalidateQueries({ queryKey: configurations.queryKey });
  await client.invalidateQueries({ queryKey: ['alerts'], predicate: (query) => !isNaming(query) });
}
