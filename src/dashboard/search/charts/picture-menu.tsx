import { Image } from 'lucide-react';
import { useId, useState } from 'react';
import type { PictureAction, ChartSnapshot } from './picture.ts';

type PictureMenuProps = {
  /** The chart as it is drawn now; undefined while nothing is drawn. */
  readonly takeSnapshot: () => ChartSnapshot | undefined;
};

const actions: readonly PictureAction[] = ['Copy as PNG', 'Copy as SVG', 'Save as PNG', 'Save as SVG'];

/** Copies or saves a chart as a picture. */
export function PictureMenu({ takeSnapshot }: PictureMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const run = async (action: PictureAction) => {
    const snapshot = takeSnapshot();
    if (!snapshot) return;
    const { exportPicture } = await import('./picture.ts');
    setMessage(await exportPicture(snapshot, action));
    setOpen(false);
  };
  return (
    <span
      className="relative flex items-center gap-1.5 print:hidden"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <output className="text-[11.5px] text-ink-3 empty:hidden">{message}</output>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="inline-flex min-h-6 items-center gap-1 rounded-[5px] px-1.5 text-[11.5px] text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
        onClick={() => {
          setOpen(!open);
          // Browsers allow copying only shortly after a click.
          void import('./picture.ts');
        }}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <Image aria-hidden className="size-3.5" />
        Picture
      </button>
      <span
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-10 mt-1 grid w-32 rounded-[7px] border border-line bg-panel p-1 shadow-popup [&[hidden]]:hidden"
      >
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className="min-h-7 rounded-[5px] px-2 text-left text-[12px] hover:bg-sunken"
            onClick={() => void run(action)}
            onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          >
            {action}
          </button>
        ))}
      </span>
    </span>
  );
}
