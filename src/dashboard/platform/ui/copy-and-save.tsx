import { Check, Copy } from 'lucide-react';
import { type Ref, useState } from 'react';

/** Copies a text; false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** Shown instead of the text. */
  readonly children?: string;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** Copies an id, which is not shown. */
export const CopyId = ({ id, of }: { readonly id: string; readonly of: string }) => (
  <CopyButton text={id} label={`${of} id`}>{`Copy ${of} id`}</CopyButton>
);

/** A text with a button to copy it. */
export function CopyButton({ text, label, children, ref }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  return (
    <button
      ref={ref}
      type="button"
      aria-label={`Copy ${label}`}
      title={children === undefined ? text : undefined}
      className="-ml-1 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-[5px] px-1 text-11.5 text-ink-3 hover:bg-sunken hover:text-ink"
      onClick={() => void copyText(text).then((done) => setOutcome(done ? 'copied' : 'failed'))}
    >
      <span className="truncate">{children ?? text}</span>
      {outcome === 'copied' ? (
        <Check aria-hidden className="size-3 shrink-0" />
      ) : (
        <Copy aria-hidden className="size-3 shrink-0" />
      )}
      <output className="sr-only">
        {outcome && (outcome === 'copied' ? 'Copied' : 'The browser did not allow copying')}
      </output>
    </button>
  );
}

/** Saves a file to the user's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
