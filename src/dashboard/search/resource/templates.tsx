import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { calculatePrice } from '#contract/credits.ts';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { formatCredits } from '../../purchase/price.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from './resource.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { storePermalinkCheck, buildFinder } from '../lookups/permalink-search.ts';

type TemplateListProps = {
  readonly resource: AnyResource;
  readonly blank: SearchQuery;
  /** Shows only the first ones; all when omitted. */
  readonly max?: number;
  /** Without frames and prices, where the screen that opens shows them. */
  readonly isPlain?: boolean;
  /** Fills in the form; nothing is searched. */
  readonly onOpen: (query: SearchQuery) => void;
};

/** Search templates with what running them costs at most. */
export function TemplateList({ resource, blank, max, isPlain = false, onOpen }: TemplateListProps) {
  const { missing, failure, open } = useOpenTemplate(blank, onOpen);
  return (
    <>
      {missing.length > 0 && (
        <Notice look="warn" urgent title={`The service does not know ${missing.join(', ')}`}>
          The form was not changed. Choose similar values by hand.
        </Notice>
      )}
      {failure && (
        <Notice look="bad" urgent title="The template could not be opened">
          {failure.message} Try again in a moment.
        </Notice>
      )}
      <ul aria-label="Templates" className={`grid ${isPlain ? '' : 'gap-1.5'}`}>
        {resource.templates.slice(0, max).map((template) => (
          <li key={template.title}>
            <button
              type="button"
              className={`grid w-full gap-0.5 text-left ${isPlain ? 'min-h-8 content-center rounded-[6px] px-1.5 hover:bg-sunken max-tablet:min-h-10' : 'rounded-[7px] border border-line-2 bg-panel px-3 py-2 hover:bg-sunken'}`}
              onClick={() => open(template)}
            >
              <span className="font-medium">{template.title}</span>
              {!isPlain && (
                <span className="text-[11.5px] text-ink-3">
                  {max === undefined && `${template.use} · `}Up to{' '}
                  {formatCredits(calculatePrice(resource.cost, countRows(template, blank)))} when you run it
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Opens templates with free searches; reports names that the service does not know, and failures. */
function useOpenTemplate(blank: SearchQuery, onOpen: (query: SearchQuery) => void) {
  const client = useQueryClient();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const opening = useMutation({
    mutationFn: (template: Template) => openTemplate(client, template, blank),
    onSuccess: (opened) => (opened.missing.length === 0 ? onOpen(opened.query) : setMissing(opened.missing)),
  });
  return { missing, failure: opening.error, open: opening.mutate };
}

/** The rows of its first page: its own number, or that of the form. */
function countRows(template: Template, blank: SearchQuery): number {
  const { rows } = template.values(new Date());
  return typeof rows === 'number' ? rows : blank.rows;
}

/** Opens the templates in a sheet. */
export function TemplatesButton({ resource, blank, onOpen }: Omit<TemplateListProps, 'max'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="mb-3.5 w-full justify-center" onClick={() => setOpen(true)}>
        <BookOpen aria-hidden className="size-3.5" />
        Start from a template
      </Button>
      {open && (
        <LazySheet title="Templates" onClose={() => setOpen(false)}>
          <div className="grid gap-3 p-4">
            <p className="text-ink-2">A template fills in the form. It runs when you press Search.</p>
            <TemplateList
              resource={resource}
              blank={blank}
              onOpen={(query) => {
                onOpen(query);
                setOpen(false);
              }}
            />
          </div>
        </LazySheet>
      )}
    </>
  );
}

/** A place or industry by the name and kind that a search finds it by. */
export type LookupName = { readonly name: string; readonly kind: string };

/** A ready query: what it is for, its values, and the names that are searched when it is opened. */
export type Template = {
  readonly title: string;
  readonly use: 'Deal sourcing' | 'Fundraising' | 'Research';
  readonly wanted: Readonly<
    Record<string, { readonly field: 'location' | 'industry'; readonly names: readonly LookupName[] }>
  >;
  /** The other values by key; dates count from today. */
  readonly values: (today: Date) => Readonly<Record<string, unknown>>;
};

/** A template as a query, and the names that the service did not know. */
export type OpenedTemplate = { readonly query: SearchQuery; readonly missing: readonly string[] };

/** Resolves the names of a template by free lookups. */
export async function openTemplate(
  client: QueryClient,
  template: Template,
  blank: SearchQuery,
): Promise<OpenedTemplate> {
  const missing: string[] = [];
  const found = await Promise.all(
    Object.entries(template.wanted).map(async ([key, { field, names }]) => {
      const values = await Promise.all(names.map((wanted) => find(client, field, wanted)));
      values.forEach((value, at) => value ?? missing.push(names[at]?.name ?? ''));
      return [key, values.filter((value) => value !== undefined)] as const;
    }),
  );
  return { query: { ...blank, ...template.values(new Date()), ...Object.fromEntries(found) }, missing };
}

async function find(
  client: QueryClient,
  field: 'location' | 'industry',
  { name, kind }: LookupName,
): Promise<Permalink | undefined> {
  const offers = await client.query(buildFinder(field)(name.toLowerCase()));
  const called = (one: Permalink) => one.name.toLowerCase() === name.toLowerCase();
  // The first result may have another name for it, but never another kind.
  const value =
    offers.find((one) => called(one) && one.kind === kind) ?? offers.slice(0, 1).find((one) => one.kind === kind);
  if (value) storePermalinkCheck(client, field, value);
  return value;
}

/** The UTC day so many days before a moment. */
export const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
