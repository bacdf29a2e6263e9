import { InputError } from '../../errors.ts';

/** Where requests go. */
export interface BaseUrl {
  readonly origin: string;
  /** What a proxy puts before `/api`; empty or starting with a slash. */
  readonly prefix: string;
  /** Of credentials in the URL; never shown. */
  readonly authorization: string | undefined;
}

/** Reads a base URL as people write it: with or without `/api/v1` and slashes at the end. Throws InputError. */
export function parseBaseUrl(text: string): BaseUrl {
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
    prefix: url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, ''),
    authorization:
      username === '' && password === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//');
}
