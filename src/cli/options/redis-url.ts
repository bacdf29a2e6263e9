import { InputError } from '../../errors.ts';

/** The address of the queue's Redis as given, or as the environment says, where `ps` does not show its password. */
export function redisUrl(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const url = given ?? env['MILLRACE_REDIS'];
  if (url !== undefined && url !== '') return url;
  throw new InputError({
    message: 'there is no queue to use',
    hint: 'Give the address of a Redis, such as redis://host:6379, or set MILLRACE_REDIS.',
  });
}
