import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { isIP } from 'node:net';

/**
 * A header that whoever changes a sandbox sends. A page of another origin cannot: its browser asks first whether it may,
 * and is not told so (fetch.spec.whatwg.org, CORS-preflight).
 */
export const CONTROL_HEADER = 'x-millrace-control';

/** Where the control API begins, on every port of a sandbox. */
export const CONTROL_ROOT = '/_millrace';

/**
 * Whether a request asks for this machine: by an IP address, as localhost or by one of the names. A page whose own name
 * was made to point here asks for that name (DNS rebinding), and no page can have an address that is not its own.
 */
export function isOwnHost(host: string | undefined, names: readonly string[] = []): boolean {
  // Only programs of HTTP/1.0 leave it out.
  if (host === undefined) return true;
  const name = hostNameIn(host);
  if (name === undefined) return false;
  return (
    isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0 || /^(.+\.)?localhost$/.test(name) || names.includes(name)
  );
}

interface Caller {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Why a page may not do what no page of another origin may, or `undefined`. `names` are those of hosts whose pages may. */
export function foreignPage(
  { headers: { origin, host } }: Pick<Caller, 'headers'>,
  names: readonly string[] = [],
): string | undefined {
  if (origin === undefined || origin === `http://${host}`) return undefined;
  return names.includes(hostNameIn(origin.replace(/^https?:\/\//, '')) ?? '')
    ? undefined
    : `pages of ${origin} may not control this sandbox; --allow-host lets the pages of a host`;
}

/** Why a caller may not use the control API, or `undefined`. */
export function foreignCaller(caller: Caller, names: readonly string[] = []): string | undefined {
  const { method, headers } = caller;
  const forbidden = foreignPage(caller, names);
  if (forbidden !== undefined) return forbidden;
  if (method !== 'GET' && method !== 'HEAD' && headers[CONTROL_HEADER] === undefined)
    return `changes of this sandbox need the header ${CONTROL_HEADER}, with any value`;
  return undefined;
}

/** Answers 403 without looking at anything else of a request. */
export function refuseCaller(response: ServerResponse, why: string): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}

// Without the other parts of a URL, beside which the host is another than the text seems to name.
const HOST = /^(?:\[[\da-f:.]+\]|[^\s/\\:@?#%[\]]+)(?::\d*)?$/i;

/** The name or address in a Host header, as all of its spellings are compared; `undefined`: there is none. */
export function hostNameIn(host: string): string | undefined {
  const url = `http://${host}`;
  if (!HOST.test(host) || !URL.canParse(url)) return undefined;
  // A dot at the end says that the name is whole, as it is here anyway.
  const name = new URL(url).hostname.replace(/\.$/, '');
  return /^(\[.+\]|[\w-]+(\.[\w-]+)*)$/.test(name) ? name : undefined;
}
