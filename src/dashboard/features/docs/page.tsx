import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Notice } from '../../platform/ui/notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { description, type Description } from './description.ts';
import { KeyField } from './key-field.tsx';
import { OperationRow } from './operation.tsx';

const docsUrl = z.object({ operation: z.string().optional() });

/** The API explorer: every operation with its price, its schemas, and a way to try it. */
export function DocsPage() {
  const { data, error } = useQuery(description);
  return (
    <div className="min-h-0 grow overflow-y-auto px-4.5 py-4">
      <title>API, Fundscope</title>
      <div className="mx-auto grid max-w-4xl gap-5">
        <h1 className="text-[19px] font-[640] tracking-[-0.02em]">API</h1>
        {error && (
          <Notice look="bad" urgent title="The description could not be read">
            {error.message}
          </Notice>
        )}
        {data && <Operations description={data} />}
      </div>
    </div>
  );
}

function Operations({ description: { text, version, root, tags, operations, schemas } }: { description: Description }) {
  const url = useUrl(docsUrl);
  const [key, setKey] = useState<string>();
  const open = url.value.operation;
  return (
    <>
      <div className="grid gap-2">
        <p className="max-w-[72ch] text-ink-2">{text}</p>
        <p className="text-ink-3">
          Version {version}. The whole description:{' '}
          <a href="/openapi.json" className="text-accent-ink underline">
            openapi.json
          </a>
        </p>
        <KeyField onKey={setKey} />
      </div>
      {tags.map((tag) => (
        <section key={tag.name} aria-labelledby={`tag-${tag.name}`} className="grid gap-2">
          <h2 id={`tag-${tag.name}`} className="text-[15px] font-semibold">
            {tag.name}
          </h2>
          <p className="max-w-[72ch] text-ink-3">{tag.description}</p>
          <ul className="grid gap-2">
            {operations
              .filter((operation) => operation.tag === tag.name)
              .map((operation) => (
                <OperationRow
                  key={operation.id}
                  operation={operation}
                  schemas={schemas}
                  root={root}
                  apiKey={key}
                  open={open === operation.id}
                  onToggle={() => url.write({ operation: open === operation.id ? undefined : operation.id }, 'replace')}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
