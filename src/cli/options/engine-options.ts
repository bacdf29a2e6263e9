import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { InputError } from '../../errors.ts';
import type { ShardSpec } from '../../model/load/load-result.ts';
import type { LoadEngine } from '../../ports/load-engine.ts';
import type { CommandContext } from '../command-context.ts';
import { createK6Engine } from '../k6/k6-engine.ts';
import { wholeNumber } from './numbers.ts';

// More processes than any machine has cores, or any cluster nodes worth loading with.
const MOST_PARTS = 1_000;

/** What sends the payments. */
export function engineOption() {
  return new Option('--engine <engine>', 'who sends the payments: Millrace itself, or k6 2.x, see docs/k6.md')
    .choices(['millrace', 'k6'] as const)
    .default('millrace' as const);
}

/** Into how many processes a k6 load is divided. */
export function parallelismOption() {
  return new Option(
    '--parallelism <number>',
    'k6: divide the load among this many processes or pods',
  ).argParser((text): number => wholeNumber(text, { from: 1, to: MOST_PARTS }));
}

/** Files instead of a load. */
export function exportOption() {
  return new Option(
    '--export <format>',
    'write the load as files for a k6 or a k6 operator that is not started from here',
  ).choices(['k6', 'k6-operator'] as const);
}

/** Only a part of a load. */
export function shardOption() {
  return new Option(
    '--shard <i/n>',
    'only the i-th of n parts of the load; join the parts with millrace report',
  ).argParser((text): ShardSpec => {
    const [index = '', of = '', ...rest] = text.split('/');
    const shard = {
      index: wholeNumber(index, { from: 1, to: MOST_PARTS }),
      of: wholeNumber(of, { from: 1, to: MOST_PARTS }),
    };
    if (rest.length === 0 && shard.index <= shard.of) return shard;
    throw new InvalidArgumentError('Expected a part and how many there are, such as 1/4.');
  });
}

/** The engine asked for; undefined: Millrace itself. Throws InputError. */
export function chosenEngine(
  { engine, parallelism }: { readonly engine: 'millrace' | 'k6'; readonly parallelism?: number },
  env: CommandContext['env'],
): LoadEngine | undefined {
  if (engine === 'k6') return createK6Engine(env, parallelism ?? 1);
  if (parallelism === undefined) return undefined;
  throw new InputError({
    message: '--parallelism divides a load among k6 processes, and --engine k6 was not given',
    hint: 'The embedded driver is divided with --shard i/n, one process each.',
  });
}
