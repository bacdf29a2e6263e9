import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readSequence } from '../../../src/jobs/check/sequence.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { topology } from '../../world/world.ts';

interface HonestSandbox {
  readonly name: string;
  readonly dialects?: readonly string[];
  readonly channels: string;
  readonly network?: object;
  readonly protocol?: object;
  readonly steps: readonly object[];
  readonly verdicts?: readonly string[];
}

const CASES = parse(
  readFileSync(new URL('honest-sandboxes.yaml', import.meta.url), 'utf8'),
) as readonly HonestSandbox[];

it.each(
  CASES.flatMap(({ dialects = ['raiden'], ...each }) => dialects.map((dialect) => ({ dialect, ...each }))),
)('$name: nothing is wrong with a sandbox of $dialect', async ({ dialect, ...each }) => {
  const { channels, network = {}, protocol = { blockTime: '1s', confirmations: 2 }, steps } = each;
  const named = { topology: parse(topology(channels)) as object, ...network };
  const text = stringify({ question: 'Is it right?', seed: 1, network: named, protocol, steps });
  const tried = await trySequence(readSequence(text), { bench: sandboxBench({ dialect }), seed: '1' });
  expect(tried.found).toBeUndefined();
  expect(each.verdicts ?? ['held']).toContain(tried.verdict);
});
