import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../cli/run-program.ts';
import { filesUnder, folderWith, GOOD_SCENARIO, runCli, startCli, untilWritten } from './built-cli.ts';

const SCENARIO = { 'a.yaml': GOOD_SCENARIO };
// Long enough to be stopped in the middle on any machine, and planned within seconds on a busy one.
const LONG_SCENARIO = `question: How long is long?
seed: 1
network:
  topology: {scale-free: {nodes: 200, channelsPerNode: 3}}
  capacity: 100000
traffic:
  - arrivals: {poisson: {perSecond: 100}}
    count: 200000
    amounts: 10
`;

function read(folder: string, ...path: readonly string[]): string {
  return readFileSync(join(folder, ...path), 'utf8');
}

describe.concurrent('the command line', () => {
  it('simulates into a run folder, and the same seed gives the same bytes', async () => {
    const folder = folderWith(SCENARIO);
    const first = await runCli(['simulate', 'a.yaml'], { folder });
    expect(first).toMatchObject({ code: 0, stderr: 'a: seed 7\n' });
    expect(first.stdout).toContain('Does a payment over two hops arrive?');
    expect(first.stdout).toContain(join('reports', 'a', 'seed-7', 'report.html'));
    expect(readdirSync(join(folder, 'reports/a/seed-7')).sort()).toEqual([
      'depleted.json',
      'digests.json',
      'end.json',
      'entry.json',
      'junit.xml',
      'outcomes.ndjson',
      'report.html',
      'run.json',
      'summary.json',
      'summary.md',
    ]);
    const second = await runCli(['simulate', 'a.yaml', '--out', 'again'], { folder });
    expect(second.code).toBe(0);
    for (const file of ['outcomes.ndjson', 'summary.json', 'end.json']) {
      expect(read(folder, 'again/a/seed-7', file)).toBe(read(folder, 'reports/a/seed-7', file));
    }
    expect(read(folder, 'reports/index.html')).toContain('a/seed-7/report.html');
  });

  it('prints the summary alone on stdout with --json', async () => {
    const folder = folderWith(SCENARIO);
    const { code, stdout } = await runCli(['simulate', 'a.yaml', '--json'], { folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      scenario: 'a',
      seed: '7',
      metrics: { payments: 2, succeeded: 2 },
    });
    expect(stdout).toBe(read(folder, 'reports/a/seed-7/summary.json'));
  });

  it('stops at Ctrl-C with 130, and the run so far can be reported', async () => {
    const folder = folderWith({ 'long.yaml': LONG_SCENARIO });
    const cli = startCli(['simulate', 'long.yaml'], { folder });
    await untilOutcomes(folder);
    cli.interrupt();
    const { code, stderr } = await cli.result;
    expect(code).toBe(130);
    expect(stderr).toContain('the part that has run is kept');
    expect(JSON.parse(read(folder, 'reports/long/seed-1/summary.json'))).toMatchObject({ partial: true });
    const report = await runCli(['report', 'reports/long/seed-1'], { folder });
    expect(report.code).toBe(0);
  });

  it('killed in the middle leaves outcomes that can be reported', async () => {
    const folder = folderWith({ 'long.yaml': LONG_SCENARIO });
    const cli = startCli(['simulate', 'long.yaml'], { folder });
    await untilOutcomes(folder);
    cli.kill();
    await cli.result;
    const { code, stdout } = await runCli(['report', 'reports/long/seed-1', '--json'], { folder });
    expect(code).toBe(0);
    const summary = JSON.parse(stdout) as { partial: boolean; metrics: { payments: number } };
    expect(summary.partial).toBe(true);
    expect(summary.metrics.payments).toBeGreaterThan(0);
  });

  it('serves until Ctrl-C, and a replay with its node list agrees', async () => {
    const folder = folderWith(SCENARIO);
    const flags = ['--port', '0', '--path-finding-port', '0', '--speed', '100', '--json'];
    const sandbox = startCli(['serve', 'a.yaml', ...flags, '--write-nodes', 'nodes.yaml'], { folder });
    const { targets } = JSON.parse(await sandbox.until(/\}\n$/)) as { targets: Record<string, string> };
    expect(Object.keys(targets)).toEqual(['n1', 'n2', 'n3']);
    const replay = await runCli(
      ['replay', 'a.yaml', '--nodes', 'nodes.yaml', '--use-existing', '--out', 'out', '--json'],
      { folder },
    );
    expect(replay.stderr).not.toContain('error');
    expect(replay.code).toBe(0);
    const [run = ''] = readdirSync(join(folder, 'out', 'a')).filter((name) => name.endsWith('Z'));
    const header = JSON.parse(readFileSync(join(folder, 'out', 'a', run, 'run.json'), 'utf8')) as unknown;
    // As the sandbox says; nobody has to repeat it.
    expect(header).toMatchObject({ speed: 100 });
    sandbox.interrupt();
    expect((await sandbox.result).code).toBe(0);
  });

  it('does not mind a reader that had enough', async () => {
    const folder = folderWith(SCENARIO);
    const cli = startCli(['generate', 'a.yaml'], { folder });
    cli.closeStdout();
    expect(await cli.result).toMatchObject({ code: 0 });
  });

  it('does its work and keeps its verdict when its reader had enough', async () => {
    const folder = folderWith({ 'a.yaml': GOOD_SCENARIO.replace('== 1', '== 0') });
    const cli = startCli(['simulate', 'a.yaml'], { folder });
    cli.closeStdout();
    expect(await cli.result).toMatchObject({ code: 1 });
    expect(read(folder, 'reports/a/seed-7/summary.json')).toContain('"success_rate": 1');
  });
});

describe('the command line in process', () => {
  it('takes another seed, which becomes another folder', async () => {
    const folder = folderWith(SCENARIO);
    const { note } = await runProgram(['simulate', 'a.yaml', '--seed', 'other'], { folder });
    expect(note).toBe('a: seed other\n');
    expect(existsSync(join(folder, 'reports/a/seed-other/summary.json'))).toBe(true);
  });

  it('ends with 1 when an expectation is not met', async () => {
    const folder = folderWith({ 'a.yaml': GOOD_SCENARIO.replace('success_rate == 1', 'success_rate < 50%') });
    const { code, out } = await runProgram(['simulate', 'a.yaml'], { folder });
    expect(code).toBe(1);
    expect(out).toContain('success less than 50 %');
  });

  it('writes the starting network in every format', async () => {
    const folder = folderWith(SCENARIO);
    for (const [file, says] of [
      ['n.json', '"n1"'],
      ['n.gexf', '<gexf'],
      ['n.graphml', '<graphml'],
    ] as const) {
      const { code, out } = await runProgram(['generate', 'a.yaml', '-o', file], { folder });
      expect({ code, out }).toEqual({ code: undefined, out: '' });
      expect(read(folder, file)).toContain(says);
    }
    const { out } = await runProgram(['generate', 'a.yaml'], { folder });
    expect(out.trim()).toBe(read(folder, 'n.json').trim());
  });

  it('says what a valid file describes', async () => {
    const folder = folderWith(SCENARIO);
    expect(await runProgram(['validate', 'a.yaml'], { folder })).toMatchObject({
      code: 0,
      out: 'ok  a.yaml  3 nodes, 2 channels, 2 operations\n',
    });
  });

  it('replays against a sandbox of its own, and judges and compares the recorded run again', async () => {
    const folder = folderWith(SCENARIO);
    const replay = await runProgram(['replay', 'a.yaml', '--sandbox', '--json'], { folder });
    expect(replay.code).toBe(0);
    expect(JSON.parse(replay.out)).toMatchObject({ job: 'replay', comparison: { differences: 0 } });
    const run = join('reports/a', readdirSync(join(folder, 'reports/a'))[0] ?? '');
    expect(filesUnder(join(folder, run))).toEqual(
      expect.arrayContaining([
        'comparison.json',
        'exchanges.ndjson',
        'readings.ndjson',
        'prediction/run.json',
      ]),
    );
    const before = read(folder, run, 'comparison.json');
    expect((await runProgram(['compare', run], { folder })).code).toBe(0);
    expect(read(folder, run, 'comparison.json')).toBe(before);
    // Each operation as it went over the wire is read back for the story of its page.
    const page = read(folder, run, 'report.html');
    const packed = /id="run-data">([^<]*)</.exec(page)?.[1] ?? '';
    expect(gunzipSync(Buffer.from(packed, 'base64')).toString()).toContain('POST http://127.0.0.1:');
    expect((await runProgram(['simulate', 'a.yaml', '--pace', 'sequential'], { folder })).code).toBe(0);
    const compared = await runProgram(['compare', run, 'reports/a/seed-7', '-o', 'c.html'], { folder });
    expect(compared).toMatchObject({ code: 0, note: '' });
    expect(read(folder, 'c.html')).toContain('<html');
  });
});

// The run is in the middle once some outcomes are there.
async function untilOutcomes(folder: string): Promise<void> {
  await untilWritten(join(folder, 'reports/long'), 'outcomes.ndjson', 10_000);
}
