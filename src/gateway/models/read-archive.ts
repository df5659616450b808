import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createGunzip } from 'node:zlib';

const blockSize = 512;

/**
 * Writes the files of a `.tgz` archive for which `choose` returns a path, creating folders. Returns the names of the
 * written files; throws if the archive is truncated.
 */
export async function extractFiles(
  archive: string,
  choose: (name: string) => string | undefined,
): Promise<readonly string[]> {
  const readBytes = createByteReader(createReadStream(archive).pipe(createGunzip()));
  const written: string[] = [];
  for (;;) {
    const header = Buffer.concat(await readAll(readBytes(blockSize)));
    const name = readText(header, 345, 155, readText(header, 0, 100));
    if (name === '') return written;
    const size = Number.parseInt(readText(header, 124, 12), 8);
    const path = readText(header, 156, 1) === '0' ? choose(name) : undefined;
    const content = readBytes(size);
    if (path === undefined) for await (const part of content) void part;
    else {
      await writeParts(path, content);
      written.push(name);
    }
    for await (const padding of readBytes((blockSize - (size % blockSize)) % blockSize)) void padding;
  }
}

/** A text field of a header, after `prefix` and a slash if there is one. */
function readText(header: Buffer, at: number, length: number, rest?: string): string {
  const [text = ''] = header.toString('utf8', at, at + length).split('\0');
  return rest === undefined ? text.trim() : text === '' ? rest : `${text}/${rest}`;
}

async function writeParts(path: string, parts: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w', 0o644);
  try {
    for await (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads a stream in pieces of the caller's lengths. */
function createByteReader(stream: AsyncIterable<Buffer>): (length: number) => AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return async function* (length) {
    for (let missing = length; missing > 0;) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) throw new Error('The archive is cut off.');
        rest = Buffer.from(value);
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  };
}

async function readAll(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
