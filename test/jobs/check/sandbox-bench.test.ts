import { expect, it } from 'vitest';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import { tryText } from '../../../src/jobs/check/try-case.ts';

const STOPS_THE_FIRST = `
question: Can the others be started still?
seed: 1
network:
  topology:
    channels: [{between: [n1, n2], deposits: [10, 10]}]
protocol: {blockTime: 1s, confirmations: 2}
steps:
  - stop: n1
  - start: n2
`;

it.each(['raiden', 'raiden-light'])(
  'nodes of a sandbox are started when the first was stopped: %s',
  async (dialect) => {
    const bench = sandboxBench({ dialect });
    const tried = await tryText({ text: STOPS_THE_FIRST, pace: 'sequential' }, { bench, seed: '1' });
    expect(tried.found).toBeUndefined();
    expect(tried.verdict).toBe('held');
  },
);
