import { Copy, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { copyText } from './copy-and-save.tsx';

type DocumentToolsProps = {
  readonly toMarkdown: () => string;
  /** The buttons that save it. */
  readonly children: ReactNode;
};

/** Copies, saves and prints a document. */
export function DocumentTools({ toMarkdown, children }: DocumentToolsProps) {
  const [message, setMessage] = useState('');
  const copy = async () =>
    setMessage(
      (await copyText(toMarkdown())) ? 'Copied as Markdown' : 'Copying failed. Allow clipboard access and try again.',
    );
  return (
    <div className="flex flex-wrap items-center gap-1.5 print:hidden">
      <output className="text-11.5 text-ink-3 empty:hidden">{message}</output>
      <ActionButton Icon={Copy} onPress={() => void copy()}>
        Copy as Markdown
      </ActionButton>
      {children}
      <ActionButton Icon={Printer} onPress={() => window.print()}>
        Print
      </ActionButton>
    </div>
  );
}
