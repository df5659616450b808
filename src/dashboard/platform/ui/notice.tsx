import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { UnreadParameters } from '../url/url.ts';

const variants = {
  plain: { box: 'border-line bg-panel', ink: 'text-ink-3', Icon: Info },
  warn: { box: 'border-warn/50 bg-panel', ink: 'text-warn', Icon: TriangleAlert },
  bad: { box: 'border-bad/50 bg-panel', ink: 'text-bad', Icon: CircleAlert },
};

type NoticeProps = {
  readonly variant?: keyof typeof variants;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons for what to do. */
  readonly actions?: ReactNode;
  /** Announced at once by screen readers. */
  readonly urgent?: boolean;
};

/** What happened, what to do, and the buttons for it. */
export function Notice({ variant = 'plain', title, children, actions, urgent }: NoticeProps) {
  const { box, ink, Icon } = variants[variant];
  return (
    <div role={urgent === true ? 'alert' : undefined} className={`flex gap-3 rounded-[9px] border px-3.5 py-3 ${box}`}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <div className="grid min-w-0 gap-1">
        <div className="font-semibold">{title}</div>
        {children !== undefined && <div className="max-w-[72ch] text-ink-2">{children}</div>}
        <div className="mt-1.5 flex flex-wrap gap-2 empty:hidden">{actions}</div>
      </div>
    </div>
  );
}

/** The ref of a button that replaces one that was pressed. */
export const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus();

/** What was deleted, and what brings it back. */
export type Deleted = { readonly name: string; readonly undo: () => void };

type DeletedNoticeProps = { readonly deleted: Deleted; readonly children: string; readonly onClose: () => void };

/** Names what was deleted, with an undo button, which is focused. */
export function DeletedNotice({ deleted: { name, undo }, children, onClose }: DeletedNoticeProps) {
  return (
    <Notice
      title={<output>{`“${name}” is deleted`}</output>}
      actions={
        <>
          <Button
            ref={focusOnMount}
            onClick={() => {
              undo();
              onClose();
            }}
          >
            Undo
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Dismiss
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}

/** Lists the values of a link that could not be read; nothing if there are none. */
export function UnreadNotice({ unread }: { readonly unread: readonly UnreadParameters[] }) {
  if (unread.length === 0) return null;
  return (
    <Notice variant="warn" title="Part of this link could not be read">
      Left out: {unread.map(({ key, text }) => `${key} “${text}”`).join(', ')}. The rest is set as the link says.
    </Notice>
  );
}
