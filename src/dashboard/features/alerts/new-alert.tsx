import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { emptyAlertDraft } from './alert-draft.ts';

const AlertEditor = lazyPart(() => import('./alert-editor.tsx').then((module) => module.AlertEditor));

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
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-3.5" />
        New alert
      </Button>
      {(isOpen || isRequested) && (
        <LazySheet title="New alert" onClose={close}>
          <AlertEditor draft={emptyAlertDraft} onSaved={close} />
        </LazySheet>
      )}
    </>
  );
}
