import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/jobs/sandbox.ts';
import { wrongAmounts } from '../fixtures/liars.ts';
import { type LyingProxy, liarBefore } from '../fixtures/lying-proxy.ts';
import { elementNames } from '../fixtures/strict-xml.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { runProgram } from './run-program.ts';
import { newFolder } from '../new-folder.ts';

const folder = newFolder();
const [honest, lying] = [join(folder, 'honest.yaml'), join(folder, 'lying.yaml')];
const kept = ['--out', join(folder, 'reports'), '--case-folder', join(folder, 'cases'), '--no-progress'];

let sandbox: Sandbox;
let twoTokens: Sandbox;
let proxy: LyingProxy;

beforeAll(async () => {
  const scenario = scenarioFrom(`
question: Do two nodes do what they should?
seed: 3
network: {topology: {line: {nodes: 2}}, capacity: 1000, settleTimeout: 40, revealTimeout: 10}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
`);
  sandbox = await startSandbox({ scenario, speed: 100 });
  twoTokens = await startSandbox({ scenario: scenarioFrom(TWO_TOKENS), speed: 1 });
  proxy = await liarBefore(sandbox, wrongAmounts);
  writeFileSync(honest, JSON.stringify(sandbox.targets));
  writeFileSync(lying, JSON.stringify(proxy.targets));
});

afterAll(async () => {
  await proxy.close();
  await sandbox.stop();
  await twoTokens.stop();
});

const TWO_TOKENS = `
question: Which token?
seed: 3
tokens: [{name: USED}, {name: SPARE}]
networks: [{token: USED, topology: {line: {nodes: 3}}, capacity: 1000}]
protocol: {hopLatency: 1ms}
`;

const check = (...args: readonly string[]) => runProgram(['check', ...args]);

describe('millrace check', () => {
  it('finds nothing in nodes that tell the truth, and keeps a page, data and JUnit XML', async () => {
    const asked = ['--nodes', honest, '--runs', '10', '--only', 'receipts,outcomes'];
    const { out, code } = await check(...asked, ...kept);
    expect(out).toMatch(/^✓ No mismatch with the model: 0 of 10 sequences failed \([\d,]+ calls\)\.$/m);
    expect(out).toMatch(/^Tries +tries follow one another on the same nodes/m);
    expect(code).toBe(0);
    const [report] = readdirSync(join(folder, 'reports', 'check'));
    const files = join(folder, 'reports', 'check', report ?? '');
    expect(JSON.parse(readFileSync(join(files, 'check.json'), 'utf8'))).toMatchObject({
      format: 'millrace-check/1',
      verdict: 'holds',
      sequences: { held: 10 },
    });
    expect(readFileSync(join(files, 'check.html'), 'utf8')).toContain('Coverage');
    expect(elementNames(readFileSync(join(files, 'junit.xml'), 'utf8'))).toContain('testcase');
    const list = readFileSync(join(folder, 'reports', 'index.html'), 'utf8');
    expect(list).toContain(`<a href="check/${report}/check.html">the nodes in honest.yaml</a>`);
    expect(list).toContain('holds</span>');
    expect(list).toMatch(/0 of 10 sequences failed/);
  });

  it.each([
    ['that they use where the list names none', ''],
    ['of the list, several as well', 'tokens'],
  ])('checks nodes that know two tokens in the one %s', async (_which, named) => {
    const [used, spare] = twoTokens.network.getAttribute('tokens').map(({ tokenAddress }) => tokenAddress);
    const list = join(folder, `two-tokens${named}.yaml`);
    const tokens = named === '' ? {} : { tokens: { DAI: used, SPARE: spare } };
    writeFileSync(list, JSON.stringify({ ...twoTokens.targets, ...tokens }));
    const { out, code } = await check('--nodes', list, '--runs', '1', '--only', 'receipts', ...kept);
    expect(out).toMatch(/^\? Too little was judged \(3 of at least 10 sequences\): 0 of 3 sequences failed/m);
    expect(out).toMatch(/^Versions +nodes 3\.0\.1, millrace/m);
    expect(code).toBe(5);
  });

  it('asks before anything else whether its folders can be written', async () => {
    writeFileSync(join(folder, 'nowhere.yaml'), 'n1: http://127.0.0.1:1\n');
    writeFileSync(join(folder, 'check'), '');
    const asked = ['check', '--nodes', join(folder, 'nowhere.yaml'), '--out', folder];
    const { note, code } = await runProgram(asked, { tellsFailure: true });
    expect(note).toContain(
      `${join(folder, 'check')}: cannot be written: a file stands where a folder is needed`,
    );
    expect(code).toBe(2);
  });

  it('asks the contract of the node of the list that is named', async () => {
    const contract = ['--contract', '--nodes', honest, '--only', 'getVersion', '--no-progress'];
    expect((await check(...contract)).out).toContain('Contract of raiden at n1, ');
    expect((await check(...contract, '--node', 'n2')).out).toContain('Contract of raiden at n2, ');
    await expect(check(...contract, '--node', 'n3')).rejects.toThrow('the node list has no "n3"');
  });

  it('keeps what it finds as a case, which can be tried again where the lie is told and where it is not', async () => {
    const asked = ['--nodes', lying, '--only', 'receipts', '--fail-fast'];
    const found = await check(...asked, ...kept);
    expect(found.code).toBe(1);
    expect(found.out).toMatch(/^✗ 1 mismatch with the model: /m);
    const [file = ''] = readdirSync(join(folder, 'cases'));
    const path = join(folder, 'cases', file);
    const unfolded = found.out.replaceAll(/ \\\n\s+/g, ' ');
    expect(unfolded).toContain(`millrace check --replay ${path} --nodes ${lying}`);
    expect(readFileSync(path, 'utf8')).toContain('check: receipts');
    const still = await check('--replay', path, '--nodes', lying);
    expect([still.out.slice(0, 6), still.code]).toEqual(['FAILED', 1]);
    const mended = await check('--replay', join(folder, 'cases'), '--nodes', honest);
    expect([mended.out.slice(0, 5), mended.code]).toEqual(['FIXED', 0]);
  });
});

const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname;

// On a terminal, which `script` of util-linux makes.
async function checkOnTerminal(answer: string, spend: string): Promise<string> {
  const line = ['check', '--nodes', honest, '--only', 'receipts', '--runs', '1', ...kept, spend].join(' ');
  const child = spawn('script', ['-qec', `node ${MAIN} ${line}; echo "code $?"`, '/dev/null']);
  const [said] = [text(child.stdout), child.stdin.end(answer)];
  await once(child, 'close');
  return await said;
}

it.each([
  ['calls nothing unless agreed', 'n\n', '', /1,000 units .*Start the check\? .*0 held.*code 130/s],
  ['starts when agreed', 'y\n', '', /Start the check\?.*1 held/s],
  ['asks nothing beside --spend', '', '--spend 500', /500 units (?!.*Start the check).*1 held/s],
])('on a terminal it %s', async (_what, answer, spend, expected) => {
  expect(await checkOnTerminal(answer, spend)).toMatch(expected);
});
