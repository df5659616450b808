/** What a picture of a figure says, with its parts as SVG text and its colours as they are seen. */
export type PictureParts = {
  readonly title: string;
  readonly basis: string;
  /** When and from where: the last line. */
  readonly origin: string;
  readonly width: number;
  readonly height: number;
  /** The drawing and the textures that it is filled with, complete elements both. */
  readonly drawing: string;
  readonly textures: string;
  readonly legend: readonly { readonly label: string; readonly fill: string; readonly edge: string | undefined }[];
  readonly colours: { readonly ground: string; readonly ink: string; readonly quiet: string };
};

const edge = 16;
const lineHeight = 16;
const letter = 6;

/** A figure as one SVG file that needs nothing else: title, basis, drawing, legend and origin under each other. */
export function toPictureText(parts: PictureParts): string {
  const { colours, width, height } = parts;
  const basis = toLines(parts.basis, Math.floor(width / letter));
  const legend = toLegend(parts.legend, width);
  const drawingTop = edge + 20 + basis.length * lineHeight + 8;
  const legendTop = drawingTop + height + 10;
  const originTop = legendTop + legend.rows * 18 + 12;
  const whole = { width: width + 2 * edge, height: originTop + edge };
  const font = `font-family="'Inter Variable', Inter, system-ui, sans-serif"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width} ${whole.height}" ${font}>`,
    `<title>${escape(parts.title)}</title><desc>${escape(parts.basis)}</desc>`,
    parts.textures,
    `<rect width="100%" height="100%" fill="${colours.ground}"/>`,
    toText({ x: edge, y: edge + 12, size: 14, weight: 600, fill: colours.ink }, parts.title),
    ...basis.map((line, at) =>
      toText({ x: edge, y: edge + 30 + at * lineHeight, size: 12, weight: 400, fill: colours.quiet }, line),
    ),
    `<g transform="translate(${edge} ${drawingTop})">${parts.drawing}</g>`,
    `<g transform="translate(${edge} ${legendTop})">`,
    ...legend.places.map(({ label, fill, edge: line, x, y }) => {
      const stroke = line === undefined ? '' : ` stroke="${line}"`;
      const square = `<rect x="${x + 0.5}" y="${y + 0.5}" width="11" height="11" rx="2" fill="${fill}"${stroke}/>`;
      return square + toText({ x: x + 18, y: y + 10, size: 12, weight: 400, fill: colours.ink }, label);
    }),
    '</g>',
    toText({ x: edge, y: originTop, size: 11, weight: 400, fill: colours.quiet }, parts.origin),
    '</svg>',
  ].join('\n');
}

type TextLook = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
};

const toText = ({ x, y, size, weight, fill }: TextLook, text: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escape(text)}</text>`;

/** Entries of a legend beside each other, in as many rows as they need. */
function toLegend(entries: PictureParts['legend'], width: number) {
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

/** A text in lines of so many letters at most, broken between words. */
function toLines(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A text inside an element or an attribute; what XML forbids is left out. */
export const escape = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
