import { ClipboardList } from 'lucide-react';
import { lazy, useState } from 'react';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import type { NameOption } from './name-choice.tsx';
import { LazyPart } from '../../../../platform/ui/missing-part.tsx';

// Rarely opened, and every form has it.
const PasteSheet = lazy(async () => ({ default: (await import('./paste-sheet.tsx')).PasteSheet }));

type PasteButtonProps = {
  readonly label: string;
  readonly areRanked?: boolean;
  readonly calculatePrice: (names: readonly string[]) => number;
  readonly find: (
    names: readonly string[],
    authorization: SpendAuthorization,
  ) => Promise<readonly (readonly NameOption[])[]>;
  readonly onAdd: (options: readonly NameOption[]) => void;
};

/** Opens the sheet for pasting many names into a picker. */
export function PasteButton({ label, areRanked = false, calculatePrice, find, onAdd }: PasteButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Paste a list: ${label}`}
        className="-my-1.5 ml-1 h-6 border-0 px-1 text-11.5 font-normal"
        onClick={() => setOpen(true)}
      >
        <ClipboardList aria-hidden className="size-3.5" />
        Paste
      </Button>
      {open && (
        <LazyPart>
          <PasteSheet
            title={`Paste a list: ${label}`}
            areRanked={areRanked}
            calculatePrice={calculatePrice}
            find={find}
            onAdd={(chosen) => {
              onAdd(chosen);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </>
  );
}
