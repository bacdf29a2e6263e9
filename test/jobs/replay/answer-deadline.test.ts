import { describe, expect, it } from 'vitest';
import { assembleNetwork, assembleOperations } from '../../../src/jobs/assemble.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { answerDeadlineMs } from '../../../src/jobs/replay/answer-deadline.ts';
import type { Pace } from '../../../src/model/run/run.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';

const DEFAULTS = '{blockTime: 15s, confirmations: 5}';

interface Asked {
  readonly speed?: number;
  readonly protocol?: string;
  readonly pace?: Pace;
  /** Of the channels that are there. */
  readonly revealTimeout?: number;
}

async function deadlineOf(
  steps: string,
  { speed = 1, protocol = DEFAULTS, pace = 'sequential', revealTimeout }: Asked = {},
): Promise<number> {
  const text = `
question: How long may an answer take?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 100}
protocol: ${protocol}
steps: ${steps}
`;
  const written = parseScenario({ file: 'a.yaml', text });
  const network = assembleNetwork(written);
  const scenario = await settleSteps(written, network);
  const operations = assembleOperations({ scenario, network });
  if (revealTimeout !== undefined)
    network.updateEachEdgeAttributes((_key, channel) => ({
      ...channel,
      revealTimeout: [channel.revealTimeout[0], revealTimeout],
    }));
  return answerDeadlineMs({ scenario, network, operations, pace, speed, graceMs: 0 });
}

const PAY = '[{pay: {from: n1, to: n3, amount: 1}}]';
const MINUTE_MS = 60_000;

describe('the deadline of an answer', () => {
  it('outlasts a lock: 110 blocks of the default, half as long again because blocks come by chance', async () => {
    const deadlineMs = await deadlineOf(PAY);
    expect(deadlineMs).toBeGreaterThan(1.5 * 110 * 15_000);
    expect(deadlineMs).toBeLessThan(45 * MINUTE_MS);
  });

  it('is short where blocks are, and on a fast clock', async () => {
    expect(await deadlineOf(PAY, { protocol: '{blockTime: 100ms}' })).toBeLessThan(MINUTE_MS);
    expect(await deadlineOf(PAY, { speed: 1500 })).toBeLessThan(3_000);
  });

  it('outlasts a lock timeout that a payment names, a settlement that is waited for, and a node made slow', async () => {
    const usual = await deadlineOf(PAY);
    expect(await deadlineOf('[{pay: {from: n1, to: n3, amount: 1, lockTimeout: 400}}]')).toBeGreaterThan(
      1.5 * 400 * 15_000,
    );
    expect(await deadlineOf('[{leave: {node: n1}}]')).toBeGreaterThan(1.5 * 500 * 15_000);
    expect(await deadlineOf(`[{slow: {node: n2, by: 1h}}, ${PAY.slice(1)}`)).toBeGreaterThan(
      usual + 4 * 60 * MINUTE_MS,
    );
  });

  it('outlasts the locks in channels that were there with timeouts of their own', async () => {
    expect(await deadlineOf(PAY, { revealTimeout: 300 })).toBeGreaterThan(1.5 * 600 * 15_000);
  });

  it('outlasts the queues of busy nodes, which are longer where payments overlap', async () => {
    const usual = await deadlineOf(PAY);
    const protocol = `${DEFAULTS.slice(0, -1)}, processingTime: 10s}`;
    const inTurn = await deadlineOf(PAY, { protocol });
    expect(inTurn).toBeGreaterThan(usual + 6 * 2 * 10_000);
    const many = '[{pay: {from: n1, to: n3, amount: 1, times: 50}}]';
    expect(await deadlineOf(many, { protocol, pace: 'scenario' })).toBe(inTurn + 6 * 49 * 10_000);
  });
});
