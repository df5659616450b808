import iconv from 'iconv-lite';
import { pipeline } from 'node:stream/promises';
import { ImportError } from '../import-error.ts';
import { openInput, getInputName, createReadError, type InputFile } from './input-files.ts';
import { type GuardOptions, readLimits } from './limits.ts';

/** A file's encoding, and its first characters. */
export type Inspection = { encoding: string; sample: string };

const sampleBytes = 65_536;

/** Encodings that jschardet recognizes reliably; it confuses those for Latin letters in short texts. */
const otherScripts = new Set([
  'CP932',
  'SHIFT_JIS',
  'EUC-JP',
  'GB18030',
  'Big5',
  'CP949',
  'EUC-KR',
  'Windows-1251',
  'KOI8-R',
]);
/** Measured: Latin texts are below it, and two short lines in any of the other scripts are above. */
const minConfidence = 0.06;

export const isEncoding = (name: string): boolean => iconv.encodingExists(name);

/** A stream that turns bytes into text, without a byte order mark. */
export const createDecoder = (encoding: string): NodeJS.ReadWriteStream => iconv.decodeStream(encoding);

/**
 * Detects the encoding from the whole file, because its beginning is often plain ASCII: a byte order mark decides, then
 * whether all of it is valid UTF-8, then jschardet for other scripts, then letters typical of Mac OS Roman or
 * Windows-1252.
 */
export async function inspectInput(
  file: InputFile,
  limits: Omit<GuardOptions, 'name' | 'packedBytes'> = { limits: readLimits },
): Promise<Inspection> {
  const input = await openInput(file, limits);
  const scan = createScan();
  try {
    const flow = async (bytes: AsyncIterable<Buffer>) => {
      for await (const chunk of bytes) if (scan.add(chunk)) return;
    };
    await pipeline(input.source, input.unpack, input.guard, flow);
  } catch (error) {
    throw createReadError(getInputName(file), error);
  } finally {
    input.close();
  }
  const encoding = await scan.detect();
  if (!encoding.startsWith('utf-16') && scan.head().includes(0)) {
    const remedy = 'Give a table or JSON as text: CSV, TSV, JSON or JSONL, plain, gzip or zip.';
    throw new ImportError(`${getInputName(file)} is not a text file.`, remedy);
  }
  return { encoding, sample: iconv.decode(scan.head(), encoding) };
}

function createScan() {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const head: Buffer[] = [];
  const special: Buffer[] = [];
  let [length, specialLength] = [0, 0];
  let marked: string | undefined;
  let valid = true;
  return {
    /** True when no further bytes are needed. */
    add(chunk: Buffer): boolean {
      if (length === 0) marked = findMark(chunk);
      if (length < sampleBytes) head.push(chunk.subarray(0, sampleBytes - length));
      length += chunk.length;
      if (marked) return length >= sampleBytes;
      if (valid) valid = decodes(utf8, chunk);
      if (specialLength < sampleBytes) {
        for (const line of linesWithLetters(chunk)) {
          special.push(line);
          specialLength += line.length;
        }
      }
      return false;
    },
    head: () => Buffer.concat(head),
    async detect(): Promise<string> {
      if (marked) return marked;
      // The last character may be cut off.
      if (valid && decodes(utf8)) return 'utf-8';
      const sample = Buffer.concat(special);
      const { detect } = await import('jschardet');
      const found = detect(sample);
      if (found.encoding && otherScripts.has(found.encoding) && found.confidence >= minConfidence)
        return found.encoding.toLowerCase();
      return detectLatin(sample, /\r[^\n]/.test(Buffer.concat(head).toString('latin1')));
    },
  };
}

/** The lines of a chunk with non-ASCII bytes, each with a line end. */
function* linesWithLetters(chunk: Buffer): Generator<Buffer> {
  let start = 0;
  let hasLetter = false;
  for (let at = 0; at <= chunk.length; at += 1) {
    const byte = chunk[at] ?? 10;
    if (byte >= 0x80) hasLetter = true;
    if (byte !== 10 && byte !== 13) continue;
    if (hasLetter) yield Buffer.concat([chunk.subarray(start, at), Buffer.from('\n')]);
    hasLetter = false;
    start = at + 1;
  }
}

/** A letter between lower-case letters is lower-case; the wrong encoding shows a symbol or a capital there. */
function detectLatin(sample: Buffer, hasBareReturns: boolean): string {
  const isLowerCase = (byte: number) => byte >= 0x61 && byte <= 0x7a;
  let [mac, windows] = [0, 0];
  for (let at = 1; at + 1 < sample.length; at += 1) {
    const letter = sample[at] ?? 0;
    if (letter < 0x80 || !isLowerCase(sample[at - 1] ?? 0) || !isLowerCase(sample[at + 1] ?? 0)) continue;
    if (letter < 0xa0 ? letter !== 0x92 : letter === 0xd5) mac += 1;
    else if (letter >= 0xe0) windows += 1;
  }
  return mac > windows || (mac === windows && hasBareReturns) ? 'macintosh' : 'windows-1252';
}

function decodes(utf8: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    utf8.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The encoding of a byte order mark; UTF-16 without one is recognized by the zero bytes of its ASCII letters. */
function findMark([first, second, third, fourth]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return undefined;
}
