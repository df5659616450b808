import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { LazySheet } from '../platform/ui/lazy-sheet.tsx';
import { Notice } from '../platform/ui/notice.tsx';
import { formatCredits } from '../purchase/price.ts';
import { pricePage } from './fetch/fetch-results.ts';
import type { SearchQuery } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';
import { openTemplate, type Template } from './resource/template.ts';

type TemplateListProps = {
  readonly resource: AnyResource;
  readonly blank: SearchQuery;
  /** Shows only the first ones; all when omitted. */
  readonly max?: number;
  /** Fills in the form; nothing is searched. */
  readonly onOpen: (query: SearchQuery) => void;
};

/** Search templates with what running them costs at most. */
export function TemplateList({ resource, blank, max, onOpen }: TemplateListProps) {
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
      <ul aria-label="Templates" className="grid gap-1.5">
        {resource.templates.slice(0, max).map((template) => (
          <li key={template.title}>
            <button
              type="button"
              className="grid w-full gap-0.5 rounded-[7px] border border-edge bg-panel px-3 py-2 text-left hover:bg-sunken"
              onClick={() => open(template)}
            >
              <span className="font-medium">{template.title}</span>
              <span className="text-[11.5px] text-ink-3">
                {max === undefined && `${template.use} · `}Up to{' '}
                {formatCredits(pricePage(resource, countRows(template, blank)))} when you run it
              </span>
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
        <Suspense>
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
        </Suspense>
      )}
    </>
  );
}
