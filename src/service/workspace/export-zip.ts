import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ExportedFile } from './export-csv.ts';

/** A zip of CSV files; no file is ever in memory as a whole. */
export async function* zipFiles(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const take = () => {
    const chunks = packed;
    packed = [];
    return chunks;
  };
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(`${name}.csv`);
    zip.add(file);
    for await (const part of parts) {
      file.push(strToU8(part));
      yield* take();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
