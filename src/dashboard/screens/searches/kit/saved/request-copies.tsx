import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { siteBase, siteOrigin, readIsMetered } from '../../../../platform/http/connection.ts';
import { buildCopy, type CopiedRequest, copyNames, type CopyName } from '../../../../platform/http/request-code.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { CodeBlock } from '../../../../platform/ui/code-block.tsx';
import { copyText } from '../../../../platform/ui/copy-and-save.tsx';

type CopiesSectionProps = Pick<CopiedRequest, 'method' | 'body'> & {
  readonly path: string;
  /** The level that follows the heading above. */
  readonly heading: 'h2' | 'h3';
};

/** The request as shell command or code, with a variable in place of the key. */
export function CopiesSection({ method, path, body, heading: Heading }: CopiesSectionProps) {
  const [name, setName] = useState<CopyName>('curl');
  const [copied, setCopied] = useState<{ readonly text: string; readonly done: boolean }>();
  const text = buildCopy(name, { method, url: `${root}${path}`, body });
  const outcome = copied?.text === text ? copied.done : undefined;
  return (
    <section aria-label="Copy the request" className="grid grid-cols-1 gap-2">
      <Heading className="font-semibold">Copy the request</Heading>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="radiogroup" aria-label="Copy as" className="flex flex-wrap gap-x-3">
          {(Object.keys(copyNames) as CopyName[]).map((one) => (
            <label key={one} className="flex min-h-6 items-center gap-1.5">
              <input
                type="radio"
                name="copy"
                className="size-4 accent-accent"
                checked={one === name}
                onChange={() => setName(one)}
              />
              {copyNames[one]}
            </label>
          ))}
        </div>
        <Button onClick={() => void copyText(text).then((done) => setCopied({ text, done }))}>
          {outcome === true ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
          Copy
        </Button>
      </div>
      <output className="text-12 text-ink-3 empty:hidden">
        {outcome === undefined ? '' : outcome ? 'Copied.' : 'The browser blocked copying. Select the text below.'}
      </output>
      <CodeBlock label={`The request as ${copyNames[name]}`} text={text} />
      <p className="text-12 text-ink-3">
        Set FUNDSCOPE_KEY to your key.{readIsMetered() && ' Running the copy costs credits that Usage does not show.'}
      </p>
    </section>
  );
}

/** The base URL of the API for programs outside this page. */
const root = `${siteOrigin}${siteBase}/api/v1`;
