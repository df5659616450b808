import { Button } from '../../../../platform/ui/button.tsx';
import type { ExtrasRun } from '../fetch/extras.ts';

type ExtrasProgressProps = { readonly label: string; readonly run: ExtrasRun };

/** How far a run is, and the button that stops it. */
export const ExtrasProgress = ({ label, run: { done, of, onStop } }: ExtrasProgressProps) => (
  <span className="flex items-center gap-2 text-12 text-ink-2 tabular-nums">
    <progress aria-label={label} {...(of > 0 ? { value: done, max: of } : {})} className="w-20" />
    {of > 0 ? `${done} of ${of}` : 'Asking the service'}
    <Button variant="ghost" onClick={onStop}>
      Stop
    </Button>
  </span>
);
