import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A package as an archive, and its hash. */
export type PackedPackage = {
  readonly name: string;
  readonly version: string;
  readonly archive: Buffer;
  readonly integrity: string;
};

/** Packs files as the npm registry does. */
export function packPackage(
  name: string,
  files: Readonly<Record<string, Buffer | string>>,
  version = '1.0.0',
): PackedPackage {
  const all = { 'package.json': JSON.stringify({ name, version }), ...files };
  const entries = Object.entries(all).map(([file, content]) => packFile(`package/${file}`, Buffer.from(content)));
  const archive = gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 1 });
  return { name, version, archive, integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}` };
}

function packFile(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  const fields: [at: number, text: string][] = [
    [0, name],
    [100, '0000644'],
    [108, '0000000'],
    [116, '0000000'],
    [124, content.length.toString(8).padStart(11, '0')],
    [136, '00000000000'],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar'],
    [263, '00'],
  ];
  for (const [at, text] of fields) header.write(text, at);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** A registry of these packages on this machine; `fetched` lists the archives sent, `broken` truncates them. */
export async function startRegistry(packages: readonly PackedPackage[]) {
  const state = { fetched: [] as string[], broken: new Set<string>() };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const found = packages.find(({ name }) => path === name || path === `${name}/-/archive.tgz`);
    if (!found) return void response.writeHead(404).end('{}');
    const { name, version, archive, integrity } = found;
    if (path !== name) {
      state.fetched.push(name);
      response.writeHead(200, { 'content-length': archive.length });
      if (!state.broken.has(name)) return void response.end(archive);
      return void response.write(archive.subarray(0, 100), () => response.destroy());
    }
    const tarball = `http://${request.headers.host}/${name}/-/archive.tgz`;
    const versions = { [version]: { name, version, dist: { tarball, integrity } } };
    response.setHeader('content-type', 'application/json');
    return void response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { ...state, url, close: () => void server.close() };
}
