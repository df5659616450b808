import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { emptyAlertDraft } from './alert-draft.ts';

const AlertEditor = lazyPart(() => import('./alert-editor.tsx').then((module) => module.AlertEditor));

/** Opens the form of a new alert. */
export function NewAlert() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-3.5" />
        New alert
      </Button>
      {isOpen && (
        <LazySheet title="New alert" onClose={() => setOpen(false)}>
          <AlertEditor draft={emptyAlertDraft} onSaved={() => setOpen(false)} />
        </LazySheet>
      )}
    </>
  );
}
