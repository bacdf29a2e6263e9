/** As much of WebAssembly as is used here: the types of Node leave it to those of browsers. */
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => object;
  const Instance: new (module: object) => { readonly exports: unknown };
}
