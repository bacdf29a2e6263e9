/** Made of src/web by tools/page-parts.mjs, for builds and for tests. */
declare module 'page:*' {
  const text: string;
  export default text;
}
