import { formatUtcDay } from '../../../../platform/format.ts';
import { copyText, saveFile } from '../../../../platform/ui/copy-and-save.tsx';

/** An entry of a legend; without a color it is the hatching of what is not known. */
export type LegendEntry = {
  readonly label: string;
  readonly color: string | undefined;
  readonly figure?: string | undefined;
};

/** A chart on the page. */
type ChartSnapshot = {
  readonly title: string;
  readonly basis: string;
  readonly drawing: SVGSVGElement;
  readonly legend: readonly LegendEntry[];
};

/** The actions of the picture menu. */
export type PictureAction = `${'Copy' | 'Save'} as ${'PNG' | 'SVG'}`;

/** Copies or saves a chart; returns a message about the result. */
export const exportPicture = (snapshot: ChartSnapshot, action: PictureAction): Promise<string> =>
  exportSvg(renderPicture(snapshot, readColor), snapshot.title, action);

/** The same for a picture that is drawn already. */
export async function exportSvg(svg: string, title: string, action: PictureAction): Promise<string> {
  const isPng = action.endsWith('PNG');
  if (action.startsWith('Copy')) {
    const isCopied = await (isPng ? copyPng(svg) : copyText(svg));
    return isCopied ? action.replace('Copy', 'Copied') : 'The browser did not allow copying. Save it instead.';
  }
  const file = isPng ? await toPng(svg) : new Blob([svg], { type: 'image/svg+xml' });
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  saveFile(`${name}-${formatUtcDay()}.${isPng ? 'png' : 'svg'}`, file);
  return action.replace('Save', 'Saved');
}

/** Resolves a color of the page, such as `var(--color-ink)`, to a form that every program reads. */
type ReadColor = (color: string) => string;

const edge = 16;
const letter = 6;
const font = "'Inter Variable', Inter, system-ui, sans-serif";

/** A chart as one self-contained SVG file in the colors of the page: title, basis, drawing, legend and origin. */
export function renderPicture({ title, basis, drawing, legend }: ChartSnapshot, read: ReadColor): string {
  const [width, height] = [Number(drawing.getAttribute('width')), Number(drawing.getAttribute('height'))];
  const lines = breakLines(basis, Math.floor(width / letter));
  const entries = placeLegend(legend, width);
  const drawingTop = edge + 20 + lines.length * 16 + 8;
  const legendTop = drawingTop + height + 10;
  const originTop = legendTop + (entries.at(-1)?.y ?? -18) + 18 + 12;
  const whole = { width: width + 2 * edge, height: originTop + edge };
  const svg = create('svg', { ...whole, viewBox: `0 0 ${whole.width} ${whole.height}`, 'font-family': font });
  const quiet = { x: edge, 'font-size': 12, fill: 'var(--color-ink-3)' };
  const copied = create('g', { transform: `translate(${edge} ${drawingTop})` });
  copied.append(...[...drawing.children].map((child) => child.cloneNode(true)));
  const hatching = copied.querySelector('pattern')?.id;
  svg.append(
    create('title', {}, title),
    create('rect', { width: '100%', height: '100%', fill: 'var(--color-panel)' }),
    create('text', { x: edge, y: edge + 12, 'font-size': 14, 'font-weight': 600, fill: 'var(--color-ink)' }, title),
    ...lines.map((line, at) => create('text', { ...quiet, y: edge + 30 + at * 16 }, line)),
    copied,
    ...entries.flatMap(({ label, color, x, y }) => [
      create('rect', {
        x: edge + x + 0.5,
        y: legendTop + y + 0.5,
        width: 11,
        height: 11,
        rx: 2,
        ...(color === undefined ? { fill: `url(#${hatching})`, stroke: 'var(--color-edge)' } : { fill: color }),
      }),
      create('text', { ...quiet, x: edge + x + 18, y: legendTop + y + 10, fill: 'var(--color-ink)' }, label),
    ]),
    create('text', { ...quiet, y: originTop }, `Fundscope, ${formatUtcDay()}, days and times in UTC`),
  );
  reduceToGraphics(svg, read);
  return new XMLSerializer().serializeToString(svg);
}

/** Creates an SVG element; characters that XML forbids are removed from its text. */
function create(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
  return element;
}

const graphics = 'svg, g, rect, path, line, text, tspan, defs, pattern, clipPath, title';
const pageAttributes = /^(class|style|role|tabindex|on.*|aria-.*|data-.*|name|index|payload|color)$/i;

/** Leaves only graphic elements and attributes, with resolved colors. */
function reduceToGraphics(svg: SVGElement, read: ReadColor): void {
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    if (!element.matches(graphics)) element.remove();
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? '';
      if (pageAttributes.test(name)) element.removeAttribute(name);
      else if (value.startsWith('var(')) element.setAttribute(name, read(value));
    }
  }
}

/** Any color as #rrggbb, because other programs do not support oklch. */
function readColor(color: string): string {
  const probe = document.createElement('i');
  probe.style.color = color;
  document.body.append(probe);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (canvas) canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas?.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The picture as PNG at twice its size, so that it stays sharp. */
async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth * 2, image.naturalHeight * 2);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Copies a picture; false if the browser does not allow it. */
async function copyPng(svg: string): Promise<boolean> {
  try {
    // Passed as a promise, because the browser requires the write to start with the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(svg) })]);
    return true;
  } catch {
    return false;
  }
}

/** The entries of a legend side by side, in as many rows as they need. */
function placeLegend(entries: readonly LegendEntry[], width: number) {
  let [x, y] = [0, 0];
  return entries.map((entry) => {
    const size = 18 + entry.label.length * letter * 1.1 + 16;
    if (x > 0 && x + size > width) [x, y] = [0, y + 18];
    const placed = { ...entry, x, y };
    x += size;
    return placed;
  });
}

/** Breaks a text between words into lines of at most `letters` characters. */
function breakLines(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
