/** A class of reasons, or an outcome of a contract, as people say it: `no route` for `no-route`. */
export function reasonWords(reason: string): string {
  return reason.replaceAll('-', ' ');
}
