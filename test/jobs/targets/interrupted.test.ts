import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InterruptedError } from '../../../src/errors.ts';
import { load } from '../../../src/jobs/load/load.ts';
import type { Phase } from '../../../src/jobs/phase.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import type { Sandbox } from '../../../src/jobs/sandbox.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { startedSandbox } from '../../fixtures/in-sandbox.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

// Less than a node has for an answer: to wait for one fails the test.
const LONGEST_MS = 20_000;

const scenario = scenarioFrom(`
question: How soon does a job end whose nodes no longer answer?
seed: 5
network: {topology: {line: {nodes: 3}}, capacity: 100}
protocol: {hopLatency: 1ms}
traffic:
  - {arrivals: {constant: {perSecond: 100}}, count: 3, amounts: 1}
`);

let sandbox: Sandbox;
// Nothing is answered from this phase on, and its first request is when somebody asks to stop.
let silentFrom: Phase;
let phase: Phase | undefined;
let stop: AbortController;

beforeAll(async () => {
  const lie: Lie = (heard) => {
    if (phase !== silentFrom) return heard.forward();
    stop.abort();
    return new Promise(() => {});
  };
  sandbox = await startedSandbox(scenario, { speed: 100, lie });
});

afterAll(() => sandbox.stop());

function replayed(): Promise<Run> {
  return replay({ scenario, speed: 100, ...begun() });
}

function loaded(): Promise<Run> {
  return load({ scenario, abort: stop.signal, ...begun() });
}

function begun() {
  const { targets } = sandbox;
  const onPhase = (next: Phase): void => {
    phase = next;
  };
  return { targets, useExisting: true, controlUrl: sandbox.pathFindingUrl, signal: stop.signal, onPhase };
}

function silent(from: Phase): void {
  silentFrom = from;
  phase = undefined;
  stop = new AbortController();
}

describe('a job that is asked to stop while its nodes hang', { timeout: LONGEST_MS }, () => {
  it.each([
    ['replay', 'asking', replayed],
    ['load', 'asking', loaded],
    ['load', 'reading-before', loaded],
  ] as const)('ends at once before its first operation: %s, %s', async (_name, from, job) => {
    silent(from);
    await expect(job()).rejects.toThrow(InterruptedError);
  });

  it.each([
    ['replay', 'reading-before', replayed],
    ['replay', 'driving', replayed],
    ['replay', 'reading-after', replayed],
    ['load', 'driving', loaded],
    ['load', 'reading-after', loaded],
  ] as const)('ends at once after that, with what it has: %s, %s', async (_name, from, job) => {
    silent(from);
    const run = await job();
    expect(run.partial).toBe(true);
  });
});
