import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type UndoNoticeProps = {
  readonly title: string;
  readonly children?: string;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
};

/** The button that had the focus is gone with what was deleted. */
const focusOnArrival = (button: HTMLButtonElement | null): void => button?.focus();

/** What was deleted, and the way back; the focus comes here from the button that is gone. */
export function UndoNotice({ title, children, onUndo, onDismiss }: UndoNoticeProps) {
  return (
    <Notice
      title={<output>{title}</output>}
      actions={
        <>
          <Button ref={focusOnArrival} onClick={onUndo}>
            Undo
          </Button>
          <Button look="ghost" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}
