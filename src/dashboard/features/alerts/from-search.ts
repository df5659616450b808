import { z } from 'zod';
import { employeeRange, financingType } from '#contract/enums.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { toAmountText } from '../../platform/form/amount.ts';
import { permalinkText } from '../../search/lookups/permalink.ts';
import { readUrl, type RawSearch } from '../../platform/url/codec.ts';
import { namedIdText } from '../../platform/url/ids.ts';
import { amountText } from '../../platform/url/texts.ts';
import { blankDraft, type AlertDraft } from './alert-draft.ts';
import { toWords } from './filter-lines.ts';

/** A round as an address of deals holds it: `SEED~pre`, `SERIES_A~extension`. */
const roundText = z.string().transform((text, context) => {
  const [name, ...modifiers] = text.split('~');
  const type = financingType.safeParse(name).data;
  if (type)
    return formatRoundName({ type, pre: modifiers.includes('pre'), extension: modifiers.includes('extension') });
  context.addIssue({ code: 'custom', message: 'is no round' });
  return z.NEVER;
});

/** The filters of an address of deals that an alert can hold. */
const held = z.object({
  location: z.array(permalinkText),
  industry: z.array(permalinkText),
  employees: z.array(employeeRange),
  firm: z.array(namedIdText),
  company: z.array(namedIdText),
  min: amountText.optional(),
  max: amountText.optional(),
});

/** What an address of deals says beside its filters. */
const noFilters = new Set(['sort', 'rows', 'asked', 'open', 'round', ...Object.keys(held.shape)]);

/** Names of filters that an alert cannot hold, by their key in the address. */
const names: Record<string, string> = {
  from: 'Announced from',
  to: 'Announced to',
  added_from: 'Added from',
  added_to: 'Added to',
  raised_min: 'Raised in all, minimum',
  raised_max: 'Raised in all, maximum',
  ipo: 'Stock market',
  person: 'People',
  ids: 'Only these deals',
};

/** A search as the form of an alert, and the filters that stay behind because an alert cannot hold them. */
export function toAlertOfSearch(raw: RawSearch): { draft: AlertDraft; left: string[] } {
  const { value } = readUrl(held, raw);
  const rounds = (raw['round'] ?? []).flatMap((text) => roundText.safeParse(text).data ?? []);
  const draft: AlertDraft = {
    ...blankDraft,
    rounds,
    location: value.location,
    industry: value.industry,
    employees: value.employees,
    firm: value.firm,
    company: value.company,
    min: value.min === undefined ? '' : toAmountText(value.min),
    max: value.max === undefined ? '' : toAmountText(value.max),
  };
  const parts = [rounds, [...draft.industry, ...draft.location].map(({ name }) => name)].map((part) => part.join(', '));
  const left = Object.keys(raw).filter((key) => !noFilters.has(key) && (raw[key]?.length ?? 0) > 0);
  return {
    draft: { ...draft, name: parts.filter((part) => part !== '').join(' in ') },
    left: left.map((key) => names[key] ?? toWords(key)),
  };
}
