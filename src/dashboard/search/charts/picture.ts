import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import type { LegendEntry } from './bar-styles.tsx';
import { formatUtcDay } from '../../platform/format.ts';

/** A chart on the page with its title and legend. */
export type ChartSnapshot = {
  readonly title: string;
  readonly basis: string;
  readonly drawing: SVGSVGElement;
  readonly textures: SVGSVGElement;
  readonly legend: readonly LegendEntry[];
};

/** Resolves a color of the page, such as `var(--color-ink)`, to a form that every program reads. */
type ReadColor = (element: Element, property: 'fill' | 'stroke' | 'color') => string;

const allowedTags = new Set(
  'svg g rect path line text tspan defs pattern clipPath'.split(' ').map((name) => name.toLowerCase()),
);
const droppedAttributes = /^(class|style|role|tabindex|on.*|aria-.*|data-.*|xmlns.*|name|index|payload|color)$/i;

/** A drawing as SVG text, reduced to graphic elements and attributes, with colors resolved. */
export function serializeDrawing(element: Element, readColor: ReadColor): string {
  const tag = element.tagName;
  if (!allowedTags.has(tag.toLowerCase())) return '';
  const attributes = [...element.attributes]
    .filter(({ name }) => !droppedAttributes.test(name))
    .map(({ name, value }) => {
      const isColor = (name === 'fill' || name === 'stroke') && value.includes('var(');
      return ` ${name}="${escape(isColor ? readColor(element, name) : value)}"`;
    });
  const inside = [...element.childNodes]
    .map((node) =>
      node instanceof Element
        ? serializeDrawing(node, readColor)
        : escape(node.nodeType === 3 ? (node.textContent ?? '') : ''),
    )
    .join('');
  return `<${tag}${attributes.join('')}>${inside}</${tag}>`;
}

/** A chart as one SVG file, in the colors of the current theme. */
function toSvg({ title, basis, drawing, textures, legend }: ChartSnapshot): string {
  const box = drawing.getBoundingClientRect();
  return renderPictureText({
    title,
    basis,
    origin: `Fundscope, ${formatUtcDay()}, days and times in UTC`,
    width: Math.round(box.width),
    height: Math.round(box.height),
    drawing: serializeDrawing(drawing, readColor),
    textures: [...textures.children].map((child) => serializeDrawing(child, readColor)).join(''),
    legend: legend.map(({ label, fill, unknown }) => ({
      label,
      fill: getPictureFill(fill),
      edge: unknown ? readToken('edge') : undefined,
    })),
    colors: { ground: readToken('panel'), ink: readToken('ink'), quiet: readToken('ink-3') },
  });
}

const readColor: ReadColor = (element, property) => toHex(getComputedStyle(element)[property]);

/** A texture stays a reference to its pattern, which is part of the file. */
function getPictureFill(fill: string): string {
  const token = /^var\(--color-(.*)\)$/.exec(fill)?.[1];
  return token === undefined ? fill : readToken(token);
}

/** A color token of the theme in use. */
function readToken(token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--color-${token})`;
  document.body.append(probe);
  const color = readColor(probe, 'color');
  probe.remove();
  return color;
}

/** Any color as #rrggbb, because other programs do not support oklch. */
function toHex(color: string): string {
  if (color === 'none') return color;
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return color;
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
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

/** The actions of the picture menu. */
export type PictureAction = `${'Copy' | 'Save'} as ${'PNG' | 'SVG'}`;

/** Copies or saves a chart; returns a message about the result. */
export async function exportPicture(snapshot: ChartSnapshot, action: PictureAction): Promise<string> {
  const svg = toSvg(snapshot);
  const format = action.endsWith('PNG') ? 'png' : 'svg';
  if (action.startsWith('Copy')) {
    const isCopied = await copyPicture(svg, format);
    return isCopied ? action.replace('Copy', 'Copied') : 'The browser did not allow copying. Save it instead.';
  }
  const file = format === 'png' ? await toPng(svg) : new Blob([svg], { type: 'image/svg+xml' });
  saveFile(`${buildFileName(snapshot.title)}.${format}`, file);
  return action.replace('Save', 'Saved');
}

/** "deals-by-month-2026-11-22". */
const buildFileName = (title: string): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${formatUtcDay()}`;

/** Copies a picture to the clipboard, PNG as an image and SVG as text; false if the browser does not allow it. */
async function copyPicture(svg: string, format: 'png' | 'svg'): Promise<boolean> {
  try {
    // Passed as a promise, because the browser requires the write to start with the click.
    if (format === 'png') await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(svg) })]);
    else await navigator.clipboard.writeText(svg);
    return true;
  } catch {
    return false;
  }
}

/** The parts of a picture as SVG text, with resolved colors. */
export type PictureParts = {
  readonly title: string;
  readonly basis: string;
  /** The last line: source and date. */
  readonly origin: string;
  readonly width: number;
  readonly height: number;
  /** The drawing and its texture patterns, as complete elements. */
  readonly drawing: string;
  readonly textures: string;
  readonly legend: readonly { readonly label: string; readonly fill: string; readonly edge: string | undefined }[];
  readonly colors: { readonly ground: string; readonly ink: string; readonly quiet: string };
};

const edge = 16;
const lineHeight = 16;
const letter = 6;

/** A chart as one self-contained SVG file: title, basis, drawing, legend and origin. */
export function renderPictureText(parts: PictureParts): string {
  const { colors, width, height } = parts;
  const basis = breakLines(parts.basis, Math.floor(width / letter));
  const legend = placeLegend(parts.legend, width);
  const drawingTop = edge + 20 + basis.length * lineHeight + 8;
  const legendTop = drawingTop + height + 10;
  const originTop = legendTop + legend.rows * 18 + 12;
  const whole = { width: width + 2 * edge, height: originTop + edge };
  const font = `font-family="'Inter Variable', Inter, system-ui, sans-serif"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width} ${whole.height}" ${font}>`,
    `<title>${escape(parts.title)}</title><desc>${escape(parts.basis)}</desc>`,
    parts.textures,
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    toText({ x: edge, y: edge + 12, size: 14, weight: 600, fill: colors.ink }, parts.title),
    ...basis.map((line, at) =>
      toText({ x: edge, y: edge + 30 + at * lineHeight, size: 12, weight: 400, fill: colors.quiet }, line),
    ),
    `<g transform="translate(${edge} ${drawingTop})">${parts.drawing}</g>`,
    `<g transform="translate(${edge} ${legendTop})">`,
    ...legend.places.map(({ label, fill, edge: line, x, y }) => {
      const stroke = line === undefined ? '' : ` stroke="${line}"`;
      const square = `<rect x="${x + 0.5}" y="${y + 0.5}" width="11" height="11" rx="2" fill="${fill}"${stroke}/>`;
      return square + toText({ x: x + 18, y: y + 10, size: 12, weight: 400, fill: colors.ink }, label);
    }),
    '</g>',
    toText({ x: edge, y: originTop, size: 11, weight: 400, fill: colors.quiet }, parts.origin),
    '</svg>',
  ].join('\n');
}

type TextStyle = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
};

const toText = ({ x, y, size, weight, fill }: TextStyle, text: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escape(text)}</text>`;

/** The entries of a legend side by side, in as many rows as they need. */
function placeLegend(entries: PictureParts['legend'], width: number) {
  let [x, row] = [0, 0];
  const places = entries.map((entry) => {
    const size = 18 + entry.label.length * letter * 1.1 + 16;
    if (x > 0 && x + size > width) [x, row] = [0, row + 1];
    const place = { ...entry, x, y: row * 18 };
    x += size;
    return place;
  });
  return { places, rows: entries.length === 0 ? 0 : row + 1 };
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

/** Escapes a text for XML; characters that XML forbids are removed. */
export const escape = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
