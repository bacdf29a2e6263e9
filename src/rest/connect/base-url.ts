import { withoutCredentials } from '../../model/without-credentials.ts';
import { InputError } from '../../errors.ts';
import type { RestDialect } from '../rest-dialect.ts';

/** Where requests go. */
export interface BaseUrl {
  readonly origin: string;
  /** What a proxy puts before the root of the node's paths; empty or starting with a slash. */
  readonly prefix: string;
  /** Of credentials in the URL; never shown. */
  readonly authorization: string | undefined;
}

/** Reads a base URL as people write it: with or without the dialect's root and slashes at the end. Throws InputError. */
export function parseBaseUrl(text: string, dialect: Pick<RestDialect, 'root'>): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InputError({
      message: `${JSON.stringify(withoutCredentials(text))} is no base URL of a node`,
      hint: 'expected something like http://127.0.0.1:5001',
    });
  const { username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    origin: url.origin,
    prefix: beforeRoot(url.pathname, dialect),
    authorization:
      username === '' && password === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** A path without slashes, the dialect's root or the first parts of the root at its end. */
export function beforeRoot(pathname: string, { root }: Pick<RestDialect, 'root'>): string {
  const path = pathname.replace(/\/+$/, '');
  for (let part = root; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
    if (path.endsWith(part)) return path.slice(0, -part.length);
  return path;
}
