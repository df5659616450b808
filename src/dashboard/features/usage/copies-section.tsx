import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { isDirect, readDirectService } from '../../platform/http/direct.ts';
import type { LoggedCall } from '../../purchase/logged-call.ts';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-button.tsx';
import { copyNames, toCopy, type CopyName } from './copies.ts';

/** The request as text for a shell or a program; a variable stands where the key belongs. */
export function CopiesSection({ call: { method, path, body } }: { readonly call: LoggedCall }) {
  const [name, setName] = useState<CopyName>('curl');
  const [copied, setCopied] = useState<{ readonly text: string; readonly done: boolean }>();
  const text = toCopy(name, { method, url: `${readRoot()}${path}`, body });
  const outcome = copied?.text === text ? copied.done : undefined;
  return (
    <section aria-label="Copy the request" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Copy the request</h3>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="radiogroup" aria-label="Copy as" className="flex gap-3">
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
      <output className="text-[12px] text-ink-3 empty:hidden">
        {outcome === undefined ? '' : outcome ? 'Copied.' : 'The browser did not allow copying. Select the text below.'}
      </output>
      <CodeBlock label={`The request as ${copyNames[name]}`} text={text} />
      <p className="text-[12px] text-ink-3">
        It reads the key from the variable FUNDSCOPE_KEY. Running it is a call of its own, which the service bills and
        this ledger does not see.
      </p>
    </section>
  );
}

/** Where the service answers, as a program outside this page reaches it. */
const readRoot = (): string => (isDirect ? (readDirectService()?.address ?? '') : `${window.location.origin}/api/v1`);

/** Text as a machine reads it, in a box that scrolls, and that the keyboard reaches and selects. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <textarea
      readOnly
      aria-label={label}
      value={text}
      rows={Math.min(14, text.split('\n').length)}
      spellCheck={false}
      wrap="off"
      className="w-full resize-y rounded-[7px] border border-line bg-sunken px-3 py-2 font-mono text-[11.5px] leading-relaxed"
    />
  );
}
