import { inflateRawSync } from 'node:zlib';

/** A cell as a spreadsheet shows it: its value, and the number format of a number. */
type WorkbookCell = { readonly value: string | number | boolean; readonly format?: string };

/** A sheet of an XLSX file: its cells by reference (`B2`), and the widths of its columns. */
type WorkbookSheet = {
  readonly name: string;
  readonly cells: Readonly<Record<string, WorkbookCell>>;
  readonly widths: readonly number[];
};

/** Reads an XLSX file (ECMA-376) without the library that writes it. */
export function readWorkbook(file: Buffer): WorkbookSheet[] {
  const parts = unzip(file);
  const read = (name: string) => parts.get(name)?.toString() ?? '';
  const texts = collect(read('xl/sharedStrings.xml'), 'si').map(([, inner]) => readText(inner));
  const formats = readFormats(read('xl/styles.xml'));
  const targets = new Map(
    collect(read('xl/_rels/workbook.xml.rels'), 'Relationship').map(([tag]) => [
      readAttribute(tag, 'Id'),
      readAttribute(tag, 'Target'),
    ]),
  );
  return collect(read('xl/workbook.xml'), 'sheet').map(([tag]) => {
    const xml = read(`xl/${targets.get(readAttribute(tag, 'r:id'))}`);
    const cells = collect(xml, 'c').flatMap(([head, inner]): [string, WorkbookCell][] => {
      const value = readValue(head, inner, texts);
      const format = formats[Number(readAttribute(head, 's'))];
      return value === undefined
        ? []
        : [[readAttribute(head, 'r'), { value, ...(format === undefined ? {} : { format }) }]];
    });
    const widths = collect(xml, 'col').map(([head]) => Number(readAttribute(head, 'width')));
    return { name: readAttribute(tag, 'name'), cells: Object.fromEntries(cells), widths };
  });
}

function readValue(head: string, inner: string, texts: string[]): WorkbookCell['value'] | undefined {
  const [, value] = /<v>([^<]*)<\/v>/.exec(inner) ?? [];
  switch (readAttribute(head, 't')) {
    case 'inlineStr':
      return readText(inner);
    case 's':
      return texts[Number(value)];
    case 'b':
      return value === '1';
    case 'str':
      return value;
    default:
      return value === undefined ? undefined : Number(value);
  }
}

/** The number format of each cell style. */
function readFormats(styles: string): (string | undefined)[] {
  const codes = new Map(
    collect(styles, 'numFmt').map(([tag]) => [readAttribute(tag, 'numFmtId'), readAttribute(tag, 'formatCode')]),
  );
  const [[, formats] = ['', '']] = collect(styles, 'cellXfs');
  return collect(formats, 'xf').map(([tag]) => codes.get(readAttribute(tag, 'numFmtId')));
}

/** The elements of a name: their start tags and their contents. */
const collect = (xml: string, name: string): [tag: string, inner: string][] =>
  [...xml.matchAll(new RegExp(`<${name}(\\s[^>]*?)?(?:/>|>(.*?)</${name}>)`, 'gs'))].map(([, tag = '', inner = '']) => [
    tag,
    inner,
  ]);

const readText = (xml: string): string =>
  collect(xml, 't')
    .map(([, text]) => unescape(text))
    .join('');

const readAttribute = (tag: string, name: string): string =>
  unescape(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };
const unescape = (text: string): string => text.replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);

/** The files of a ZIP archive, by its central directory. */
function unzip(file: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const base = at;
    const read16 = (place: number) => file.readUInt16LE(base + place);
    const [nameLength, extraLength, noteLength] = [read16(28), read16(30), read16(32)];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + file.readUInt32LE(at + 20));
    parts.set(name, file.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return parts;
}
