import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../platform/ui/button.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { Notice } from '../../../../platform/ui/notice.tsx';
import type { SearchQuery } from '../query/search-query.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { permalinksNamed, storePermalinkCheck } from '../lookups/permalink-search.ts';
import type { Resource } from './resource.ts';
import type { Template, TemplateValues, LookupName } from './template.ts';

type TemplateListProps = {
  readonly resource: Pick<Resource, 'templates'>;
  /** Lists them without frames. */
  readonly isPlain?: true;
  /** Shows only the first ones; all when omitted. */
  readonly max?: number;
  /** Takes the values of a template; nothing is searched. */
  readonly onOpen: (values: TemplateValues) => void | Promise<void>;
};

/** Search templates; all together with what each is for. */
export function TemplateList({ resource, isPlain, max, onOpen }: TemplateListProps) {
  const { missing, failure, open } = useOpenTemplate(onOpen);
  return (
    <>
      {missing.length > 0 && (
        <Notice variant="warn" urgent title={`The service does not know ${missing.join(', ')}`}>
          The form was not changed. Choose similar values by hand.
        </Notice>
      )}
      {failure && (
        <Notice variant="bad" urgent title="The template could not be opened">
          {failure.message} Try again in a moment.
        </Notice>
      )}
      <ul aria-label="Templates" className={`grid ${isPlain ? '' : 'gap-1.5'}`}>
        {resource.templates.slice(0, max).map((template) => (
          <li key={template.title}>
            <button
              type="button"
              className={`grid w-full gap-0.5 text-left ${isPlain ? 'min-h-8 content-center rounded-md px-1.5 hover:bg-sunken max-tablet:min-h-10' : 'rounded-[7px] border border-line-2 bg-panel px-3 py-2 hover:bg-sunken'}`}
              onClick={() => open(template)}
            >
              <span className="font-medium">{template.title}</span>
              {max === undefined && <span className="text-11.5 text-ink-3">{template.use}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Opens templates with free searches; reports names that the service does not know, and failures. */
function useOpenTemplate(onOpen: TemplateListProps['onOpen']) {
  const client = useQueryClient();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const opening = useMutation({
    mutationFn: async (template: Template) => {
      const opened = await openTemplate(client, template);
      if (opened.missing.length > 0) setMissing(opened.missing);
      else await onOpen(opened.values);
    },
  });
  return { missing, failure: opening.error, open: opening.mutate };
}

type TemplatesButtonProps = {
  readonly resource: Resource;
  readonly blank: SearchQuery;
  readonly onOpen: (query: SearchQuery) => void;
};

/** Opens the templates in a sheet. */
export function TemplatesButton({ resource, blank, onOpen }: TemplatesButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="mb-3.5 w-full justify-center" onClick={() => setOpen(true)}>
        <BookOpen aria-hidden className="size-3.5" />
        All templates
      </Button>
      {open && (
        <Sheet title="Templates" onClose={() => setOpen(false)}>
          <div className="grid gap-3 p-4">
            <p className="text-ink-2">A template fills in the form. It runs when you press Search.</p>
            <TemplateList
              resource={resource}
              onOpen={(values) => {
                onOpen({ ...blank, ...values });
                setOpen(false);
              }}
            />
          </div>
        </Sheet>
      )}
    </>
  );
}

/** The values of a template by key, and the names that the service did not know. */
type OpenedTemplate = { readonly values: TemplateValues; readonly missing: readonly string[] };

/** Resolves the names of a template by free lookups. */
async function openTemplate(client: QueryClient, template: Template): Promise<OpenedTemplate> {
  const missing: string[] = [];
  const found = await Promise.all(
    Object.entries(template.wanted).map(async ([key, { field, names }]) => {
      const values = await Promise.all(names.map((wanted) => find(client, field, wanted)));
      values.forEach((value, at) => value ?? missing.push(names[at]?.name ?? ''));
      return [key, values.filter((value) => value !== undefined)] as const;
    }),
  );
  return { values: { ...template.values(new Date()), ...Object.fromEntries(found) }, missing };
}

async function find(
  client: QueryClient,
  field: 'location' | 'industry',
  { name, kind }: LookupName,
): Promise<Permalink | undefined> {
  const offers = await client.query(permalinksNamed(field, name));
  const called = (one: Permalink) => one.name.toLowerCase() === name.toLowerCase();
  // The first result may have another name for it, but never another kind.
  const value =
    offers.find((one) => called(one) && one.kind === kind) ?? offers.slice(0, 1).find((one) => one.kind === kind);
  if (value) storePermalinkCheck(client, field, value);
  return value;
}
