import { saveFile } from '../../platform/ui/save-file.ts';
import type { LegendEntry } from './looks.tsx';
import { escape, toPictureText } from './picture-text.ts';

/** What is drawn on the page, and what stands around it. */
export type Shot = {
  readonly title: string;
  readonly basis: string;
  readonly drawing: SVGSVGElement;
  readonly textures: SVGSVGElement;
  readonly legend: readonly LegendEntry[];
};

/** Reads a colour of the page, such as `var(--color-ink)` or `oklch(...)`, as one that every program knows. */
export type ReadColour = (element: Element, property: 'fill' | 'stroke' | 'color') => string;

const kept = new Set(
  'svg g rect path line text tspan defs pattern clipPath'.split(' ').map((name) => name.toLowerCase()),
);
const dropped = /^(class|style|role|tabindex|on.*|aria-.*|data-.*|xmlns.*|name|index|payload|color)$/i;

/** A drawing as SVG text: the elements and attributes that draw, with their colours resolved. */
export function toDrawingText(element: Element, readColour: ReadColour): string {
  const tag = element.tagName;
  if (!kept.has(tag.toLowerCase())) return '';
  const attributes = [...element.attributes]
    .filter(({ name }) => !dropped.test(name))
    .map(({ name, value }) => {
      const isColour = (name === 'fill' || name === 'stroke') && value.includes('var(');
      return ` ${name}="${escape(isColour ? readColour(element, name) : value)}"`;
    });
  const inside = [...element.childNodes]
    .map((node) =>
      node instanceof Element
        ? toDrawingText(node, readColour)
        : escape(node.nodeType === 3 ? (node.textContent ?? '') : ''),
    )
    .join('');
  return `<${tag}${attributes.join('')}>${inside}</${tag}>`;
}

/** A figure as the text of one SVG file, in the colours of the theme in which it stands. */
export function toSvg({ title, basis, drawing, textures, legend }: Shot): string {
  const box = drawing.getBoundingClientRect();
  return toPictureText({
    title,
    basis,
    origin: `Fundscope, ${new Date().toISOString().slice(0, 10)}, days and times in UTC`,
    width: Math.round(box.width),
    height: Math.round(box.height),
    drawing: toDrawingText(drawing, readColour),
    textures: [...textures.children].map((child) => toDrawingText(child, readColour)).join(''),
    legend: legend.map(({ label, fill, unknown }) => ({
      label,
      fill: toPictureFill(fill),
      edge: unknown ? readToken('edge') : undefined,
    })),
    colours: { ground: readToken('panel'), ink: readToken('ink'), quiet: readToken('ink-3') },
  });
}

const readColour: ReadColour = (element, property) => toHex(getComputedStyle(element)[property]);

/** A texture stays the name of its pattern, which goes along. */
function toPictureFill(fill: string): string {
  const token = /^var\(--color-(.*)\)$/.exec(fill)?.[1];
  return token === undefined ? fill : readToken(token);
}

/** A colour token of the theme in use. */
function readToken(token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--color-${token})`;
  document.body.append(probe);
  const colour = readColour(probe, 'color');
  probe.remove();
  return colour;
}

/** Any colour that the browser knows as #rrggbb: other programs know no oklch. */
function toHex(colour: string): string {
  if (colour === 'none') return colour;
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) return colour;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The same picture as PNG, at twice its size so that it stays sharp. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth * 2, image.naturalHeight * 2);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Hands the picture over as a file. */
export async function savePicture(name: string, svg: string, format: 'png' | 'svg'): Promise<void> {
  const file = format === 'png' ? await toPng(svg) : new Blob([svg], { type: 'image/svg+xml' });
  saveFile(`${name}.${format}`, file);
}

/** Puts the picture on the clipboard, PNG as an image and SVG as its text; false where the browser does not allow it. */
export async function copyPicture(svg: string, format: 'png' | 'svg'): Promise<boolean> {
  try {
    // The promise goes in as it is, because a clipboard waits only for what began with the press.
    if (format === 'png') await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(svg) })]);
    else await navigator.clipboard.writeText(svg);
    return true;
  } catch {
    return false;
  }
}
