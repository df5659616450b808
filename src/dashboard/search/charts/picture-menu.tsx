import { Image } from 'lucide-react';
import { useId, useState } from 'react';
import type { Shot } from './picture.ts';

type PictureMenuProps = {
  /** What is on the page now; undefined while nothing is drawn. */
  readonly takeShot: () => Shot | undefined;
};

const acts = [
  ['Copy as PNG', 'copy', 'png'],
  ['Copy as SVG', 'copy', 'svg'],
  ['Save as PNG', 'save', 'png'],
  ['Save as SVG', 'save', 'svg'],
] as const;

/** The ways out of the page for a chart: copied or saved, as pixels or as a drawing. */
export function PictureMenu({ takeShot }: PictureMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const run = async (way: 'copy' | 'save', format: 'png' | 'svg') => {
    const shot = takeShot();
    if (!shot) return;
    const { copyPicture, savePicture, toSvg } = await import('./picture.ts');
    const svg = toSvg(shot);
    const name = format.toUpperCase();
    if (way === 'copy') {
      setSaid(
        (await copyPicture(svg, format)) ? `Copied as ${name}` : 'The browser did not allow copying. Save it instead.',
      );
    } else {
      await savePicture(buildFileName(shot.title), svg, format);
      setSaid(`Saved as ${name}`);
    }
    setOpen(false);
  };
  return (
    <span
      className="relative flex items-center gap-1.5 print:hidden"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <output className="text-[11.5px] text-ink-3 empty:hidden">{said}</output>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="inline-flex min-h-6 items-center gap-1 rounded-[5px] px-1.5 text-[11.5px] text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
        onClick={() => {
          setOpen(!open);
          // A clipboard takes a picture only soon after the press that asks for it.
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
        {acts.map(([name, way, format]) => (
          <button
            key={name}
            type="button"
            className="min-h-7 rounded-[5px] px-2 text-left text-[12px] hover:bg-sunken"
            onClick={() => void run(way, format)}
            onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          >
            {name}
          </button>
        ))}
      </span>
    </span>
  );
}

const buildFileName = (title: string): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${new Date().toISOString().slice(0, 10)}`;
