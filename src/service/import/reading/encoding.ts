import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { windowsCharacters } from '../mojibake.ts';
import { ImportError } from '../import-error.ts';
import { openInput, toInputName, type InputFile } from './input-files.ts';
import { toReadError } from './read-error.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type Encoding = (typeof encodings)[number];

/** What a file's bytes say of it. */
export type Inspection = { encoding: Encoding; sample: string };

const sampleBytes = 65_536;

/** Turns bytes into text; a mark of the byte order is left to the reader. */
export function toDecoder(encoding: Encoding): Transform {
  const decoder = new TextDecoder(encoding === 'windows-1252' ? 'latin1' : encoding, { ignoreBOM: true });
  // Node 20 reads Windows-1252 as Latin-1: what lies between 0x80 and 0x9f is put right here.
  const finish = encoding === 'windows-1252' ? toWindowsText : (text: string) => text;
  return new Transform({
    readableObjectMode: false,
    decodeStrings: false,
    encoding: 'utf8',
    transform: (chunk: Buffer, _encoding, done) => done(null, finish(decoder.decode(chunk, { stream: true }))),
    flush: (done) => done(null, finish(decoder.decode())),
  });
}

const toWindowsText = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (character) => windowsCharacters[character.charCodeAt(0) - 0x80] ?? character);

/**
 * Finds the encoding of a whole file, for its beginning is often plain ASCII: a byte order mark decides, then whether
 * every byte is UTF-8; else the letters between letters tell Mac OS Roman from Windows-1252, which is the default.
 */
export async function inspectInput(file: InputFile): Promise<Inspection> {
  const input = await openInput(file);
  const scan = openScan();
  try {
    const flow = async (bytes: AsyncIterable<Buffer>) => {
      for await (const chunk of bytes) if (scan.add(chunk)) return;
    };
    await (input.unpack ? pipeline(input.source, input.unpack, flow) : pipeline(input.source, flow));
  } catch (error) {
    throw toReadError(toInputName(file), error);
  } finally {
    input.close();
  }
  const encoding = scan.encoding();
  if (!encoding.startsWith('utf-16') && scan.sample().includes(0)) {
    const remedy = 'Give a table or JSON as text: CSV, TSV, JSON or JSONL, plain, gzip or zip.';
    throw new ImportError(`${toInputName(file)} is no text file.`, remedy);
  }
  const decoder = toDecoder(encoding);
  decoder.end(scan.sample());
  let sample = '';
  for await (const text of decoder) sample += text as string;
  return { encoding, sample: sample.replace(/^\uFEFF/, '') };
}

function openScan() {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const votes = openVotes();
  const head: Buffer[] = [];
  let length = 0;
  let marked: Encoding | undefined;
  let valid = true;
  return {
    /** Whether enough was seen. */
    add(chunk: Buffer): boolean {
      if (length === 0) marked = toMarked(chunk);
      if (length < sampleBytes) head.push(chunk.subarray(0, sampleBytes - length));
      length += chunk.length;
      if (marked) return length >= sampleBytes;
      if (valid) valid = isWhole(utf8, chunk);
      if (!isAscii(chunk)) chunk.forEach(votes.count);
      return false;
    },
    sample: () => Buffer.concat(head),
    encoding(): Encoding {
      if (marked) return marked;
      // The last letter may be cut.
      if (valid && isWhole(utf8)) return 'utf-8';
      return votes.elect(/\r[^\n]/.test(Buffer.concat(head).toString('latin1')));
    },
  };
}

/** Between small letters stands a small letter: where one encoding has it, the other has a sign or a capital. */
function openVotes() {
  let mac = 0;
  let windows = 0;
  let before = 0;
  let letter = 0;
  return {
    count(byte: number): void {
      if (letter && isLowerCase(byte)) {
        if (letter < 0xa0 ? letter !== 0x92 : letter === 0xd5) mac += 1;
        else if (letter >= 0xe0) windows += 1;
      }
      letter = byte >= 0x80 && isLowerCase(before) ? byte : 0;
      before = byte;
    },
    elect: (hasBareReturns: boolean): Encoding =>
      mac > windows || (mac === windows && hasBareReturns) ? 'macintosh' : 'windows-1252',
  };
}

const isLowerCase = (byte: number) => byte >= 0x61 && byte <= 0x7a;
const isAscii = (chunk: Buffer) => chunk.every((byte) => byte < 0x80);

function isWhole(utf8: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    utf8.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** A byte order mark; UTF-16 without one is told by the zero bytes of its ASCII letters. */
function toMarked(chunk: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = chunk;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return undefined;
}
