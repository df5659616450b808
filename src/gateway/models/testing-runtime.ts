import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { testRuntime } from '../../service/relevance/model/testing-onnx.ts';
import { listRuntimes, portableName, type Runtime, type RuntimePackage } from './catalog.ts';
import { packPackage, type PackedPackage } from './testing-registry.ts';

const [portable = []] = listRuntimes('none', 'none', false);

/** Installs WebAssembly in a data folder, like "model runtime". */
export async function linkRuntime(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'models/runtime/node_modules');
  await mkdir(folder, { recursive: true });
  await symlink(testRuntime, join(folder, portableName));
}

/** The packages of WebAssembly as in a registry, with an unneeded file, and the runtime made of them. */
export async function packRuntime(): Promise<{ packed: readonly PackedPackage[]; runtime: Runtime }> {
  const [first, ...rest] = await Promise.all(portable.map(async (wanted) => ({ wanted, packed: await pack(wanted) })));
  if (!first) throw new Error('there is no runtime');
  const expect = ({ wanted, packed: { integrity } }: typeof first): RuntimePackage => ({ ...wanted, integrity });
  return {
    packed: [first, ...rest].map(({ packed }) => packed),
    runtime: [expect(first), ...rest.map(expect)],
  };
}

async function pack({ name, version, keeps }: RuntimePackage): Promise<PackedPackage> {
  const folder = join(testRuntime, '..', name);
  const names = (await readdir(folder, { recursive: true })).filter(keeps);
  const files = await Promise.all(names.map(async (file) => [file, await readFile(join(folder, file))] as const));
  return packPackage(name, { ...Object.fromEntries(files), 'dist/ort.js': 'for browsers' }, version);
}
