import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';
import { elementNames } from '../fixtures/strict-xml.ts';
import { newFolder } from '../new-folder.ts';

const check = (...args: readonly string[]) => runProgram(['check', ...args]);

describe('millrace check --contract', () => {
  it('prints a table of what agrees, and ends well', async () => {
    const { out, code } = await check('--contract', '--sandbox', '--only', 'getVersion,pay-amount-0');
    expect(out).toMatch(/^Contract of raiden at alice, http:\/\/127\.0\.0\.1:\d+\n✓ 3 of 3 cases agree\n/);
    expect(out).toContain('getVersion  ok 1, not supported 1\n');
    expect(out).toContain('pay         invalid amount 1\n');
    expect(code).toBe(0);
  });

  it('writes JSON and JUnit XML', async () => {
    const junit = join(newFolder(), 'contract.xml');
    const asked = ['--contract', '--sandbox', '--only', 'getVersion'];
    const { out } = await check(...asked, '--json', '--junit', junit);
    expect(JSON.parse(out)).toMatchObject({
      dialect: 'raiden',
      counts: { agrees: 2, differs: 0 },
      cases: [
        { name: 'version', source: 'recorded 7', verdict: { kind: 'agrees' } },
        { outcome: 'not-supported' },
      ],
    });
    expect(elementNames(readFileSync(junit, 'utf8')).filter((name) => name === 'testcase')).toHaveLength(2);
  });

  it.each([
    [['--contract'], /give one of --nodes FILE, --sandbox and --simulated/],
    [[], /give one of --nodes FILE, --sandbox and --simulated/],
    [['--sandbox', '--only', 'nothing'], /no check is named "nothing"/],
    [['--sandbox', '--contract', '--replay'], /--contract takes no --replay and no scenario/],
    [['--sandbox', '--fail-fast', '--replay'], /--fail-fast is for generated sequences/],
    [['--sandbox', '--contract', 'a.yaml'], /--contract takes no --replay and no scenario/],
    [['--sandbox', '--replay', 'no-such-folder'], /there is no such file or folder of cases/],
    [['--sandbox', '--accepted', 'no-such-file'], /no-such-file/],
    [['--sandbox', '--node', 'n1'], /--node goes with --contract and --nodes only/],
    [['--contract', '--sandbox', '--only', 'nothing'], /there is no case or operation "nothing"/],
  ])('refuses %j', async (args, message) => {
    await expect(check(...args)).rejects.toThrow(message);
  });
});

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
      const flags = ['--sandbox', '--pace', pace, '--out', out, '--no-progress'];
      const { code } = await runProgram(['replay', file, ...flags]);
      expect(code).toBe(0);
      const [run = ''] = readdirSync(join(out, 'closing'));
      return ['outcomes.ndjson', 'readings.ndjson', 'summary.json'].map((each) =>
        readFileSync(join(out, 'closing', run, each), 'utf8'),
      );
    };
    expect(await replayed('again')).toEqual(await replayed('first'));
  },
);
