import { Dialog } from '@base-ui/react/dialog';
import { Copy, Download, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type Ref, useRef, useState } from 'react';
import { formatShortDay } from '../../platform/format.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { useWidth } from '../../platform/ui/use-browser.ts';
import { exportSvg, type PictureAction } from '../searches/kit/charts/picture.ts';
import type { BlockTable } from './block-table.ts';
import { drawPage } from './draw-page.ts';
import { useMarket } from './market-context.tsx';
import { readPictureFont } from './picture-font.ts';
import { listThemeTokens, type PictureTheme, readPageTheme } from './picture-theme.ts';

const sizes = {
  wide: { name: '16:9', width: 1200, height: 675 },
  square: { name: 'Square', width: 1080, height: 1080 },
  slide: { name: 'Slide', width: 1280, height: 960 },
} as const;
type Size = keyof typeof sizes;
const sizeChoices = (Object.keys(sizes) as Size[]).map((size) => [size, sizes[size].name] as const);

type FrameProps = {
  readonly ref: Ref<HTMLDivElement>;
  readonly size: Size;
  readonly theme: PictureTheme;
  readonly children: ReactNode;
};

/** The picture at its size, scaled to the room that there is; plots take what their block leaves. */
function Frame({ ref, size, theme, children }: FrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const { width, height } = sizes[size];
  const scale = Math.min(1, useWidth(room) / width || 1);
  const style = {
    width,
    height,
    ...listThemeTokens(theme),
    transform: `scale(${scale})`,
    '--clock-height': `${height - 230}px`,
    '--sizes-height': `${height - 430}px`,
  } as CSSProperties;
  return (
    <div ref={room} className="overflow-hidden rounded-lg border border-line-2" style={{ height: height * scale }}>
      <div
        ref={ref}
        inert
        aria-hidden
        className="flex origin-top-left flex-col overflow-hidden bg-ground px-8 pt-7 pb-4.5 text-ink"
        style={style}
      >
        {children}
      </div>
    </div>
  );
}

/** The logo, drawn so that the picture has it. */
const Logo = () => (
  <svg width={18} height={18} viewBox="0 0 32 32">
    <rect width={32} height={32} rx={8} fill="#006f5d" />
    <path d="M8 23v-5M14 23V14M20 23V10" stroke="#fff" strokeWidth={3.4} strokeLinecap="round" />
    <circle cx={24.5} cy={8.5} r={2.4} fill="#7fe3c4" />
  </svg>
);

type PictureSheetProps = {
  readonly title: string;
  /** What the block says; the title of the picture where that is wanted. */
  readonly sentence: string;
  readonly basis: string;
  readonly children: ReactNode;
};

/** A block as a picture: what is shown is what is copied, with its title, its basis and where it is from. */
export function PictureSheet({ title, sentence, basis, children }: PictureSheetProps) {
  const { setPictured } = useMarket();
  const [size, setSize] = useState<Size>('wide');
  const [theme, setTheme] = useState(readPageTheme);
  const [hasSentence, setSentence] = useState(true);
  const [message, setMessage] = useState('');
  const picture = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { width, height } = sizes[size];
  const save = async (action: PictureAction) => {
    if (!picture.current) return;
    const svg = drawPage(picture.current);
    svg.setAttribute('font-family', "'Inter Variable', Inter, system-ui, sans-serif");
    const font = document.createElementNS(svg.namespaceURI, 'style');
    font.textContent = await readPictureFont().catch(() => '');
    svg.prepend(font);
    setMessage(await exportSvg(new XMLSerializer().serializeToString(svg), title, action));
  };
  const isTitled = hasSentence && sentence !== '';
  return (
    <Dialog.Root open onOpenChange={(open) => open || setPictured(undefined)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-black/45" />
        <Dialog.Popup
          initialFocus={button}
          className="fixed top-1/2 left-1/2 z-20 flex max-h-[96dvh] w-[min(68rem,96vw)] -translate-1/2 flex-col rounded-[10px] border border-line-2 bg-panel shadow-popup outline-none"
        >
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line pr-2.5 pl-5">
            <Dialog.Title className="text-14 font-semibold">Copy picture</Dialog.Title>
            <span className="grow text-ink-3 tabular-nums">
              {width} × {height}, as it will be pasted
            </span>
            <Dialog.Close aria-label="Close" className="grid size-8 place-items-center rounded-[7px] hover:bg-sunken">
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 grow scroll-y p-5">
            <Frame ref={picture} size={size} theme={theme}>
              <p className="text-23 leading-8 font-[650] tracking-[-0.02em]">{isTitled ? sentence : title}</p>
              {isTitled && <p className="mt-0.5 text-14 text-ink-2">{title}</p>}
              <div
                className={`@container -mx-3.5 mt-3 flex min-h-0 grow flex-col overflow-hidden [&_[data-control]]:hidden ${isTitled ? '[&_[data-sentence]]:hidden' : ''}`}
              >
                {children}
              </div>
              <p className="mt-2.5 flex items-center gap-2 border-t border-line pt-3 text-12 text-ink-3">
                <Logo />
                <b className="font-semibold text-ink">Fundscope</b>
                <span>{basis}</span>
              </p>
            </Frame>
          </div>
          <div className="flex shrink-0 flex-wrap items-center gap-2.5 border-t border-line px-5 py-3">
            <Segments
              label="Theme"
              value={theme}
              choices={[
                ['light', 'Light'],
                ['dark', 'Dark'],
              ]}
              onChange={setTheme}
            />
            <Segments label="Format" value={size} choices={sizeChoices} onChange={setSize} />
            {sentence !== '' && (
              <CheckBox checked={hasSentence} onChange={({ target }) => setSentence(target.checked)}>
                Sentence as title
              </CheckBox>
            )}
            <output className="text-12 text-ink-3 empty:hidden">{message}</output>
            <PictureButtons button={button} onSave={(action) => void save(action)} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PictureButtonsProps = {
  /** The button that Enter presses. */
  readonly button: Ref<HTMLButtonElement>;
  readonly onSave: (action: PictureAction) => void;
};

const PictureButtons = ({ button, onSave }: PictureButtonsProps) => (
  <span className="ml-auto flex flex-wrap gap-2.5">
    <Button onClick={() => onSave('Copy as SVG')}>Copy SVG</Button>
    <Button onClick={() => onSave('Save as SVG')}>Save SVG</Button>
    <Button onClick={() => onSave('Save as PNG')}>
      <Download aria-hidden className="size-3.5" />
      Save PNG
    </Button>
    <Button ref={button} variant="primary" onClick={() => onSave('Copy as PNG')}>
      <Copy aria-hidden className="size-3.5" />
      Copy picture <KeyCap isHint>Enter</KeyCap>
    </Button>
  </span>
);

/** What every picture says below: its basis, as of which day, what the hatching is, and whether they are demo data. */
export function writePictureBasis({ basis }: BlockTable, knownOn: string, isClock: boolean): string {
  const [first] = basis.split('. ');
  const late = isClock ? ' Hatched: late reports expected, with 80% range.' : '';
  const demo = readConnected()?.demo === true ? ' Demo data.' : '';
  return `${first}, as known on ${formatShortDay(knownOn)}.${late}${demo}`;
}
