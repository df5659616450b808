/** Reads any color of the page as `#rrggbb` and its opacity. */
type ReadColor = (color: string) => { readonly hex: string; readonly alpha: number };

/** Colors as the canvas draws them, because other programs do not support oklch. */
function createColorReader(): ReadColor {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, ReturnType<ReadColor>>();
  return (color) => {
    const before = known.get(color);
    if (before) return before;
    if (canvas) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0, alpha = 255] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    const read = { hex, alpha: alpha / 255 };
    known.set(color, read);
    return read;
  };
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** What drawing needs everywhere: where the page begins, how much it is scaled, and its colors. */
type Pen = {
  readonly toBox: (rect: DOMRect) => Box;
  readonly color: ReadColor;
  readonly svg: SVGSVGElement;
};

/**
 * Draws a part of the page as one self-contained SVG of its size: its grounds, borders, drawings and texts, as they are
 * laid out. It may be scaled on the page.
 */
export function drawPage(root: HTMLElement): SVGSVGElement {
  const [width, height] = [root.offsetWidth, root.offsetHeight];
  const origin = root.getBoundingClientRect();
  const scale = width / origin.width;
  const svg = create('svg', { width, height, viewBox: `0 0 ${width} ${height}` }) as SVGSVGElement;
  svg.append(hatching());
  const toBox = ({ left, top, width: wide, height: high }: DOMRect): Box => ({
    x: (left - origin.left) * scale,
    y: (top - origin.top) * scale,
    width: wide * scale,
    height: high * scale,
  });
  drawElement(root, { toBox, color: createColorReader(), svg });
  return svg;
}

const namespace = 'http://www.w3.org/2000/svg';

function create(name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The lines of a cell of which only a part is old enough (`partly` of styles.css). */
function hatching(): SVGElement {
  const defs = create('defs', {});
  const pattern = create('pattern', { id: 'partly', width: 5, height: 5, patternUnits: 'userSpaceOnUse' });
  pattern.append(
    create('path', { d: 'M-1 6L6 -1M-1 1L1 -1M4 6L6 4', stroke: '#808080', 'stroke-opacity': 0.4, fill: 'none' }),
  );
  defs.append(pattern);
  return defs;
}

function drawElement(element: Element, pen: Pen): void {
  const style = getComputedStyle(element);
  const rect = element.getBoundingClientRect();
  const isHidden = style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0';
  // Texts for screen readers are a pixel in size.
  if (isHidden || (style.position === 'absolute' && rect.width <= 1 && rect.height <= 1 && style.overflow === 'hidden'))
    return;
  if (element instanceof SVGSVGElement) return drawDrawing(element, style, pen);
  drawGround(element, style, pen);
  for (const child of element.childNodes) {
    if (child instanceof Element) drawElement(child, pen);
    else if (child instanceof Text) drawText(child, style, pen);
  }
}

const corner = (style: CSSStyleDeclaration): number => Number.parseFloat(style.borderTopLeftRadius) || 0;

function drawGround(element: Element, style: CSSStyleDeclaration, { toBox, color, svg }: Pen): void {
  const box = toBox(element.getBoundingClientRect());
  const ground = color(style.backgroundColor);
  const shape = { ...box, rx: corner(style) };
  if (ground.alpha > 0) svg.append(create('rect', { ...shape, fill: ground.hex, 'fill-opacity': ground.alpha }));
  if (style.backgroundImage.startsWith('linear-gradient')) svg.append(...drawGradient(shape, style, color));
  else if (style.backgroundImage.includes('repeating')) svg.append(create('rect', { ...shape, fill: 'url(#partly)' }));
  svg.append(...drawEdges(box, style, color));
}

/** The outline of an element, or its border: all around, or on some sides. */
function drawEdges(box: Box, style: CSSStyleDeclaration, color: ReadColor): SVGElement[] {
  const size = Number.parseFloat;
  const frame = (line: number, inset: number, stroke: string) =>
    create('rect', {
      x: box.x + inset,
      y: box.y + inset,
      width: Math.max(0, box.width - 2 * inset),
      height: Math.max(0, box.height - 2 * inset),
      rx: corner(style),
      fill: 'none',
      stroke: color(stroke).hex,
      'stroke-opacity': color(stroke).alpha,
      'stroke-width': line,
    });
  if (style.outlineStyle === 'solid') {
    const line = size(style.outlineWidth);
    return [frame(line, -(size(style.outlineOffset) || 0) - line / 2, style.outlineColor)];
  }
  const [bottom, right] = [box.y + box.height, box.x + box.width];
  const sides = [
    [style.borderTopWidth, style.borderTopColor, `M${box.x} ${box.y + 0.5}H${right}`],
    [style.borderBottomWidth, style.borderBottomColor, `M${box.x} ${bottom - 0.5}H${right}`],
    [style.borderLeftWidth, style.borderLeftColor, `M${box.x + 0.5} ${box.y}V${bottom}`],
    [style.borderRightWidth, style.borderRightColor, `M${right - 0.5} ${box.y}V${bottom}`],
  ] as const;
  const drawn = sides.filter(([line]) => size(line) > 0);
  if (drawn.length === sides.length) {
    return [frame(size(style.borderTopWidth), size(style.borderTopWidth) / 2, style.borderTopColor)];
  }
  return drawn.map(([, stroke, path]) => create('path', { d: path, stroke: color(stroke).hex, fill: 'none' }));
}

/** A gradient from left to right, as steps, because its stops have colors of the page. */
function drawGradient(
  shape: Box & { readonly rx: number },
  style: CSSStyleDeclaration,
  color: ReadColor,
): SVGElement[] {
  const stops = style.backgroundImage.match(/(?:oklch|oklab|rgba?|color|lab)\([^()]*\)/g) ?? [];
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return [];
  const steps = 8;
  return Array.from({ length: steps }, (_, at) =>
    create('rect', {
      x: shape.x + (shape.width * at) / steps,
      y: shape.y,
      width: shape.width / steps + 0.3,
      height: shape.height,
      fill: color(last).hex,
      'fill-opacity': color(first).alpha + ((color(last).alpha - color(first).alpha) * at) / (steps - 1),
    }),
  );
}

/** The attributes of a drawing that its children inherit. */
const inherited = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'font-family'] as const;
const graphics = 'g, rect, path, line, circle, polyline, polygon, text, tspan, defs, pattern, clipPath';

/** A drawing of the page, at its place, with its colors resolved and without what only a page understands. */
function drawDrawing(drawing: SVGSVGElement, style: CSSStyleDeclaration, { toBox, color, svg }: Pen): void {
  const box = toBox(drawing.getBoundingClientRect());
  const view = drawing.viewBox.baseVal;
  const [scaleX, scaleY] = view && view.width > 0 ? [box.width / view.width, box.height / view.height] : [1, 1];
  const group = create('g', { transform: `translate(${box.x} ${box.y}) scale(${scaleX} ${scaleY})` });
  for (const name of inherited) {
    const value = drawing.getAttribute(name);
    if (value !== null) group.setAttribute(name, value === 'currentColor' ? color(style.color).hex : value);
  }
  for (const child of drawing.children) if (child.matches(graphics)) group.append(copyGraphics(child, color));
  svg.append(group);
}

const pageAttributes = /^(class|style|role|tabindex|on.*|aria-.*|data-.*|name|index|payload|color)$/i;
const painted = ['fill', 'stroke'] as const;

function copyGraphics(element: Element, color: ReadColor): SVGElement {
  const copy = element.cloneNode(false) as SVGElement;
  const style = getComputedStyle(element);
  for (const name of copy.getAttributeNames()) if (pageAttributes.test(name)) copy.removeAttribute(name);
  for (const name of painted) {
    const value = element.getAttribute(name);
    // The computed value of a variable is a color; a pattern stays as it is.
    if (value !== null && (value.startsWith('var(') || value === 'currentColor'))
      copy.setAttribute(name, color(style[name]).hex);
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element && child.matches(graphics)) copy.append(copyGraphics(child, color));
  }
  return copy;
}

/** The lines of a text as the page breaks them; one that its box cuts ends with an ellipsis. */
function drawText(text: Text, style: CSSStyleDeclaration, { toBox, color, svg }: Pen): void {
  if (text.data.trim() === '') return;
  const range = document.createRange();
  const lines: { text: string; box: Box }[] = [];
  for (const { index, 0: word } of text.data.matchAll(/\S+\s*/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.trimEnd().length);
    const rect = range.getClientRects()[0];
    if (!rect || rect.width === 0) continue;
    const box = toBox(rect);
    const line = lines.at(-1);
    if (line && Math.abs(line.box.y - box.y) < 2) {
      line.text += word;
      line.box = { ...line.box, width: box.x + box.width - line.box.x };
    } else lines.push({ text: word, box });
  }
  const own = toBox((text.parentElement ?? document.body).getBoundingClientRect());
  const room = style.textOverflow === 'ellipsis' ? own.x + own.width : Infinity;
  for (const { text: words, box } of lines) svg.append(...drawLine(words.trimEnd(), box, room - box.x, style, color));
}

function drawLine(words: string, box: Box, room: number, style: CSSStyleDeclaration, color: ReadColor): SVGElement[] {
  const size = Number.parseFloat(style.fontSize);
  const isCut = box.width > room + 1;
  // The baseline of a line: what is not taken by the letters is above and below them.
  const y = box.y + (box.height - size) / 2 + size * 0.82;
  const { hex, alpha } = color(style.color);
  const attributes = {
    x: box.x,
    y,
    fill: hex,
    'fill-opacity': alpha,
    'font-size': size,
    'font-weight': style.fontWeight,
    ...(style.letterSpacing === 'normal' ? {} : { 'letter-spacing': style.letterSpacing }),
    // Another font, where this one is missing, takes as much room.
    ...(isCut ? {} : { textLength: Math.round(box.width * 10) / 10, lengthAdjust: 'spacingAndGlyphs' }),
  };
  const kept = Math.max(1, Math.floor((words.length * room) / box.width) - 1);
  const line = create('text', attributes, isCut ? `${words.slice(0, kept).trimEnd()}…` : words);
  line.style.fontVariantNumeric = style.fontVariantNumeric;
  if (!style.textDecorationLine.includes('underline') || style.textDecorationStyle !== 'dotted') return [line];
  const dots = color(style.textDecorationColor);
  const underline = {
    d: `M${box.x} ${y + 4}h${box.width}`,
    stroke: dots.hex,
    'stroke-opacity': dots.alpha,
    'stroke-dasharray': '1 2',
    fill: 'none',
  };
  return [line, create('path', underline)];
}
