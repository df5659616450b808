import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { emptyAlertDraft } from './alert-draft.ts';
import { AlertEditor } from './alert-editor.tsx';

type NewAlertProps = {
  /** Whether the address opens the form; `onClose` removes that from it. */
  readonly isRequested?: boolean;
  readonly onClose?: () => void;
};

/** Opens the form of a new alert. */
export function NewAlert({ isRequested = false, onClose }: NewAlertProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <ActionButton Icon={Plus} variant="primary" onPress={() => setOpen(true)}>
        New alert
      </ActionButton>
      {(isOpen || isRequested) && (
        <Sheet title="New alert" onClose={close}>
          <AlertEditor draft={emptyAlertDraft} onSaved={close} />
        </Sheet>
      )}
    </>
  );
}
