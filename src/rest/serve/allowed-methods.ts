/** Which methods each path answers, for 405 and OPTIONS. */
export class AllowedMethods {
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  /** `path` has its parameters in braces. */
  add(path: string, method: string): void {
    const source = path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.');
    const known = this.#paths.get(source);
    const entry = known ?? { pattern: new RegExp(`^${source}$`), methods: new Set(['OPTIONS']) };
    if (known === undefined) this.#paths.set(source, entry);
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
  }

  /** Methods of the path a request names; `undefined` when nothing is there. */
  of(path: string): readonly string[] | undefined {
    for (const { pattern, methods } of this.#paths.values()) if (pattern.test(path)) return [...methods];
    return undefined;
  }
}
