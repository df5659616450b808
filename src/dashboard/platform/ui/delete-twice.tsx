import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useKeepFocus } from './use-browser.ts';

type DeleteTwiceProps = {
  /** What the second press does, in words. */
  readonly what: string;
  readonly onDelete: () => void;
};

/** Deletes after a second press, for what no undo brings back. */
export function DeleteTwice({ what, onDelete }: DeleteTwiceProps) {
  const [asksToDelete, setAsksToDelete] = useState(false);
  const remove = useRef<HTMLButtonElement>(null);
  useKeepFocus(remove, asksToDelete);
  return asksToDelete ? (
    <>
      <Button ref={remove} variant="primary" onClick={onDelete}>
        {what}
      </Button>
      <Button onClick={() => setAsksToDelete(false)}>Keep</Button>
    </>
  ) : (
    <Button ref={remove} onClick={() => setAsksToDelete(true)}>
      Delete
    </Button>
  );
}
