import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from './run-program.ts';
import { newFolder } from '../new-folder.ts';

const folder = newFolder();

// Each state of a closed channel lasts for a tenth of a second on a wall that is a hundred times as fast.
const CLOSING = `
question: Does a replay on a sandbox depend on how busy this machine is?
seed: 3
network: {topology: {line: {nodes: 3}}, capacity: 1000, settleTimeout: 20, revealTimeout: 5}
protocol: {blockTime: 1s, hopLatency: 20ms}
steps:
  - pay: {from: n1, to: n3, amount: 5}
  - close: {from: n1, to: n2}
  - wait: {blocks: 5}
  - pay: {from: n2, to: n3, amount: 5}
`;

it.each(['sequential', 'scenario'])(
  'a replay on a sandbox has the same bytes each time, at pace %s',
  async (pace) => {
    const file = join(folder, 'closing.yaml');
    writeFileSync(file, CLOSING);
    const replayed = async (name: string): Promise<readonly string[]> => {
      const out = join(folder, `${name} ${pace}`);
      const { code } = await runProgram([
        'replay',
        file,
        '--sandbox',
        '--pace',
        pace,
        '--out',
        out,
        '--no-progress',
      ]);
      expect(code).toBe(0);
      const [run = ''] = readdirSync(join(out, 'closing'));
      return ['outcomes.ndjson', 'readings.ndjson', 'summary.json'].map((each) =>
        readFileSync(join(out, 'closing', run, each), 'utf8'),
      );
    };
    expect(await replayed('again')).toEqual(await replayed('first'));
  },
);
