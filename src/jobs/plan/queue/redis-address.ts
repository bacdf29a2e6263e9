import { InputError } from '../../../errors.ts';

/** Where a Redis listens. */
export interface RedisAddress {
  /** With user and password, where it needs them: never shown. */
  readonly url: string;
  /** For people: scheme, host, port and database. */
  readonly shown: string;
}

const REDIS_PORT = '6379';

/** Reads `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS; throws InputError. */
export function redisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRedis = url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  if (!isRedis || !/^(?:\/\d*)?$/.test(url.pathname))
    throw new InputError({
      message: 'found another text, expected the address of a Redis',
      // The text itself may hold a password.
      hint: 'Give redis://host:6379, redis://user:password@host:6379/1, or rediss://... for TLS.',
    });
  const { protocol, hostname, port, pathname } = url;
  const database = pathname.length > 1 ? pathname : '';
  return { url: url.href, shown: `${protocol}//${hostname}:${port || REDIS_PORT}${database}` };
}
