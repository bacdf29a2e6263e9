import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { startedSandbox } from '../fixtures/in-sandbox.ts';
import type { Lie } from '../fixtures/lying-proxy.ts';
import { receiptOf } from '../fixtures/liars.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { runProgram } from '../cli/run-program.ts';
import { filesUnder, folderWith, startCli } from './built-cli.ts';

const SCENARIO = `question: what does the exit code say?
seed: 5
network:
  topology: {star: {spokes: 3}}
  capacity: 1_000_000
  fees: {flat: 0}
protocol: {view: exact, hopLatency: 1ms}
traffic:
  - {arrivals: {constant: {perSecond: 50}}, duration: 600ms, amounts: 5}
`;

const MISSED = 'load:\n  thresholds: {payment_response_time: max<0.001}\n';

interface Settings {
  readonly more?: string;
  readonly flags?: readonly string[];
}

/** A sandbox behind a proxy that may lie, and the command that loads it. */
async function behind(
  { onTestFinished }: TestContext,
  lie: Lie,
  { more = '', flags = [] }: Settings = {},
): Promise<{ readonly command: readonly string[]; readonly folder: string }> {
  const text = SCENARIO + more;
  const sandbox = await startedSandbox(scenarioFrom(text), { lie });
  onTestFinished(() => sandbox.stop());
  const nodes = Object.entries(sandbox.targets).map(([node, url]) => `${node}: ${url}\n`);
  // Under the name of the sandbox's scenario: of others a load does not know how long they take to settle.
  const folder = folderWith({ 'test.yaml': text, 'nodes.yaml': nodes.join('') });
  const at = (name: string): string => join(folder, name);
  const from = ['load', at('test.yaml'), '--nodes', at('nodes.yaml'), '--use-existing'];
  return { command: [...from, '--out', at('out'), ...flags], folder };
}

/** Loads a sandbox through a proxy that may lie. */
async function loadThrough(test: TestContext, lie: Lie, settings?: Settings) {
  const { command, folder } = await behind(test, lie, settings);
  return { ...(await runProgram(command)), folder };
}

/** The same with the built command, which can be interrupted. */
async function startThrough(test: TestContext, lie: Lie, settings?: Settings) {
  const { command, folder } = await behind(test, lie, settings);
  return { cli: startCli(command, { folder }), folder };
}

const honest: Lie = (heard) => heard.forward();

/** Says once that it paid, and has not. */
function dropping(): Lie {
  return onTenth((heard) =>
    Promise.resolve({ status: 200, json: receiptOf(heard, String(heard.body['amount'])) }),
  );
}

function onTenth(lie: Lie): Lie {
  let payments = 0;
  return (heard) => {
    if (heard.method === 'POST') payments += 1;
    return heard.method === 'POST' && payments === 10 ? lie(heard) : heard.forward();
  };
}

// Side by side: each waits for its target to come to rest.
describe.concurrent('the verdict of a load', () => {
  it('is 0 when nodes are honest and nothing was asked of them', async (test) => {
    const { code, out } = await loadThrough(test, honest);
    expect(out).toMatch(/! No threshold was set; \d+ checks held/);
    expect(code).toBe(0);
  });

  it('is 1 when a check is violated, though nothing was asked', async (test) => {
    const { code, out } = await loadThrough(test, dropping());
    expect(out).toMatch(/✗ .*checks? violated: .*history/);
    expect(out).not.toContain('ended as it should');
    expect(code).toBe(1);
  });

  it('is 99 when only a threshold is not met', async (test) => {
    const { code, out } = await loadThrough(test, honest, { more: MISSED });
    expect(out).toContain('✗ 1 of 1 threshold not met: ');
    expect(code).toBe(99);
  });

  it('is 99 when a check is violated as well, and says both', async (test) => {
    const { code, out } = await loadThrough(test, dropping(), { more: MISSED });
    expect(out).toMatch(/✗ \d checks? violated: .*; 1 of 1 threshold not met: /);
    expect(code).toBe(99);
  });
});

describe.concurrent('the report of a load, made again', () => {
  it('says the same, also of payments that got no answer', async (test) => {
    const { code, out, folder } = await loadThrough(
      test,
      onTenth(async (heard) => {
        await heard.forward();
        return 'break';
      }),
    );
    expect(code, out).toBe(1);
    const path = fileIn(folder, 'summary.json');
    const first = readFileSync(path, 'utf8');
    expect(JSON.parse(first)).toMatchObject({ metrics: { success_rate: 1 } });
    const again = await runProgram(['report', dirname(path)]);
    expect(again.code).toBe(1);
    expect(again.out).toContain('100 % · 30 of 30');
    expect(readFileSync(path, 'utf8')).toBe(first);
  });
});

describe.concurrent('a load that is interrupted', () => {
  it('lets end what is in flight at the first Ctrl-C, and reports that it was broken off', async (test) => {
    const { lie, when } = hearing(20, honest);
    const { cli, folder } = await startThrough(test, lie, { flags: ['--rate', '50', '--duration', '120'] });
    await when;
    cli.interrupt();
    const { code, stdout, stderr } = await cli.result;
    expect(stderr).toContain('in flight may end');
    expect(stdout).toContain('broken off');
    expect(code).toBe(130);
    const load = summaryIn(folder);
    expect(load.counts.payments).toBeGreaterThanOrEqual(20);
    expect(load.counts).toMatchObject({ indeterminate: 0 });
    expect(load.checks.find(({ name }) => name === 'history')).toMatchObject({ verdict: 'holds' });
  });

  it('is whole when its last payment had ended: Ctrl-C only cuts short the wait for recovery', async (test) => {
    const ill: Lie = (heard) =>
      heard.method === 'POST' ? Promise.resolve({ status: 503, json: { errors: 'ill' } }) : heard.forward();
    let payments = 0;
    const late: Lie = (heard) => {
      if (heard.method === 'POST') payments += 1;
      return payments > 30 ? ill(heard) : heard.forward();
    };
    const { lie, when } = hearing(31, late);
    const { cli, folder } = await startThrough(test, lie);
    await when;
    cli.interrupt();
    const { code, stdout, stderr } = await cli.result;
    expect(stderr).toContain('nothing more is waited for');
    expect(stdout).not.toContain('broken off');
    expect(code).toBe(0);
    const { counts, checks } = summaryIn(folder);
    expect(counts.payments).toBe(30);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'recovery', verdict: 'not-checked' }));
    expect(checks).toContainEqual(expect.objectContaining({ name: 'history', verdict: 'holds' }));
  });

  it('ends at the second at once, and its payments are reported from what was written', async (test) => {
    const silent: Lie = (heard) => (heard.method === 'POST' ? new Promise(() => {}) : heard.forward());
    const { lie, when } = hearing(5, silent);
    const { cli, folder } = await startThrough(test, lie, { flags: ['--rate', '50', '--duration', '120'] });
    await when;
    cli.interrupt();
    await cli.until(/in flight may end/);
    cli.interrupt();
    expect((await cli.result).signal).toBe('SIGINT');
    const run = filesUnder(folder).find((path) => path.endsWith('/run.json'));
    const { out } = await runProgram(['report', join(folder, dirname(run as string))]);
    expect(out).toContain('broken off');
  });
});

/** Tells when so many payments have been asked for. */
function hearing(payments: number, lie: Lie): { readonly lie: Lie; readonly when: Promise<void> } {
  let heardSo = 0;
  let resolve = (): void => {};
  const when = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    when,
    lie: (heard) => {
      if (heard.method === 'POST') heardSo += 1;
      if (heardSo === payments) resolve();
      return lie(heard);
    },
  };
}

interface LoadFigures {
  readonly counts: { readonly payments: number; readonly indeterminate: number };
  readonly checks: readonly { readonly name: string; readonly verdict: string }[];
}

function summaryIn(folder: string): LoadFigures {
  const text = readFileSync(fileIn(folder, 'summary.json'), 'utf8');
  return (JSON.parse(text) as { readonly load: LoadFigures }).load;
}

function fileIn(folder: string, name: string): string {
  return join(folder, filesUnder(folder).find((file) => file.endsWith(name)) ?? '');
}
