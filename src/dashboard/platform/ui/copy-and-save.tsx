import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

/** Copies a text; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An id that can be copied, shown short or in full. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  return (
    <button
      type="button"
      aria-label={`Copy ${label}`}
      title={text}
      className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-[5px] px-1 font-mono text-[11.5px] text-ink-3 hover:bg-sunken hover:text-ink"
      onClick={() => void copyText(text).then((done) => setOutcome(done ? 'copied' : 'failed'))}
    >
      <span className="truncate">{text}</span>
      {outcome === 'copied' ? (
        <Check aria-hidden className="size-3 shrink-0" />
      ) : (
        <Copy aria-hidden className="size-3 shrink-0" />
      )}
      <output className="sr-only">
        {outcome === undefined ? '' : outcome === 'copied' ? 'Copied' : 'The browser did not allow copying'}
      </output>
    </button>
  );
}

/** Hands a file to the person. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
