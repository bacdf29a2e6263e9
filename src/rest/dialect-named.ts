import { InputError } from '../errors.ts';
import * as registered from './dialects.ts';
import type { RestDialect } from './rest-dialect.ts';

/** Every kind of node that can be spoken to, by name. */
export const DIALECTS: ReadonlyMap<string, RestDialect> = new Map(
  Object.values<RestDialect>(registered).map((dialect) => [dialect.name, dialect]),
);

/** The dialect of that name, the Python node's unless said otherwise. Throws InputError. */
export function dialectNamed(name: string = registered.raiden.name): RestDialect {
  const dialect = DIALECTS.get(name);
  if (dialect !== undefined) return dialect;
  throw new InputError({
    message: `there is no dialect ${JSON.stringify(name)}`,
    hint: `Dialects are ${[...DIALECTS.keys()].join(', ')}.`,
  });
}
