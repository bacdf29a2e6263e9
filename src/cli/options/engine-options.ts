import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { InputError } from '../../errors.ts';
import type { ShardSpec } from '../../model/load/load-result.ts';
import type { LoadEngine } from '../../ports/load-engine.ts';
import type { CommandContext } from '../command.ts';
import { createK6Engine } from '../k6/k6-engine.ts';
import { countUpTo } from './numbers.ts';

/** More processes than any machine has cores, or any cluster nodes worth loading with. */
export const MOST_PARTS = 1_000;

/** What sends the payments. */
export function engineOption() {
  return new Option('--engine <engine>', 'who sends the payments: Millrace itself, or k6 2.x, see docs/k6.md')
    .choices(['millrace', 'k6'] as const)
    .default('millrace' as const);
}

/** Files instead of a load. */
export function exportOption() {
  return new Option(
    '--export <format>',
    'write the load as files for a k6 or a k6 operator that is not started from here',
  ).choices(['k6', 'k6-operator'] as const);
}

/** Parses which part of a load is asked for, such as `1/4`. */
export function shardOf(text: string): ShardSpec {
  const [index = '', of = '', ...rest] = text.split('/');
  const count = countUpTo(MOST_PARTS);
  const shard = { index: count(index), of: count(of) };
  if (rest.length === 0 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError('Expected a part and how many there are, such as 1/4.');
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
