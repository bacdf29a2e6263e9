import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replay, type ReplayOptions } from '../../../src/jobs/replay/replay.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

const LINE = 'a 100 - 100 b 100 - 0 c 100 - 100 d';
const TIMEOUTS = { network: 'settleTimeout: 60, revealTimeout: 20', protocol: 'hopLatency: 10ms' };

let sandbox: Sandbox;

// No channel yet, and defaults that the scenarios below do not know.
beforeEach(async () => {
  const own = '{settleTimeout: 400, revealTimeout: 25}';
  const nodes = `nodes: {a: ${own}, b: ${own}, c: ${own}, d: ${own}}`;
  const mentioned = ['a', 'b', 'c', 'd'].map((node) => `leave: ${node}`);
  const { protocol } = TIMEOUTS;
  const scenario = scenarioFrom(stepsIn('{channels: []}', mentioned, { protocol, more: nodes }));
  sandbox = await startSandbox({ scenario, speed: 100 });
});

afterEach(() => sandbox.stop());

function replayed(text: string, more: Partial<ReplayOptions> = {}) {
  return replay({ scenario: scenarioFrom(text), targets: sandbox.targets, speed: 100, ...more });
}

const OPENING = stepsIn(
  LINE,
  [
    'pay: {from: a, to: d, amount: 10}',
    'open: {from: b, to: d, deposit: 10, settleTimeout: 60, revealTimeout: 20}',
  ],
  TIMEOUTS,
);

describe('channels that are set up on nodes with defaults of their own', () => {
  it('are as the scenario says at both ends, and later ones as those defaults say', async () => {
    const heard: string[] = [];
    const run = await replayed(OPENING, {
      onOpened: ({ done, total }) => heard.push(`${done} of ${total}`),
    });
    expect(run.comparison).toMatchObject({ differences: 0, general: [] });
    expect(run.records.map(({ outcome }) => outcome.kind)).toEqual(['succeeded', 'succeeded']);
    expect(run.start.mapEdges((_key, { revealTimeout }) => revealTimeout)).toEqual([
      [20, 20],
      [20, 20],
      [20, 20],
    ]);
    expect(heard).toEqual(['0 of 3', '1 of 3', '2 of 3', '3 of 3']);
  });

  it('are taken with the timeouts of each end where they exist', async () => {
    await replayed(OPENING);
    const paying = stepsIn(LINE, ['pay: {from: b, to: d, amount: 1}'], TIMEOUTS);
    const run = await replayed(paying, { useExisting: true });
    expect(run.comparison).toMatchObject({ differences: 0, general: [] });
    const ends = run.start.mapEdges((_key, { revealTimeout }) => revealTimeout);
    expect(ends).toContainEqual([20, 25]);
  });
});
