/** The parts of WebAssembly that we use; TypeScript declares it only for browsers. */
declare namespace WebAssembly {
  type Memory = { readonly buffer: SharedArrayBuffer };
  type Module = object;
  type Instance = { readonly exports: Readonly<Record<string, (...values: number[]) => void>> };
  const Memory: new (size: { initial: number; maximum: number; shared: true }) => Memory;
  const Module: new (code: Uint8Array) => Module;
  const Instance: new (module: Module, imports: Record<string, Record<string, Memory>>) => Instance;
}
