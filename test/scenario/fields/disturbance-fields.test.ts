import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';

const LINE = 'question: Who is there?\nseed: 1\nnetwork: {topology: {line: {nodes: 3}}}\n';

function parse(more: string, isForNodes = false): Scenario {
  const readFile = (): string => '';
  return parseScenario({ file: 's.yaml', text: LINE + more, readFile, isForNodes });
}

describe('churn, griefing and messages in a scenario', () => {
  it('are read, with what is left out filled in', () => {
    const { churn, griefing, messages, protocol } = parse(`
protocol: {attempts: 3, maxPendingLocks: 483}
churn:
  - random: {online: {exponential: {mean: 10m}}, offline: 1m}
  - schedule: {nodes: [n2], absences: [{at: 0s, duration: 10s}, {at: 10s, duration: 5s}], every: 15s}
griefing:
  - hold: {}
  - hold: {nodes: {share: 0.1}, role: target, probability: {amountOver: 1_000}}
  - jam: {from: n1, to: n3, through: [n2], amount: 1, slots: 5, budget: 100, lockTimeout: 30, start: 5s, duration: 1m}
messages: {loss: 0.01, late: {share: 0.5, by: {uniform: {min: 1s, max: 2s}}}}
`);
    expect(protocol).toMatchObject({ attempts: 3, maxPendingLocks: 483 });
    expect(churn).toEqual([
      {
        kind: 'random',
        nodes: { kind: 'all' },
        online: { kind: 'exponential', meanMs: 600_000 },
        offline: { kind: 'fixed', ms: 60_000 },
        together: false,
      },
      {
        kind: 'schedule',
        nodes: { kind: 'named', names: ['n2'] },
        absences: [
          { atMs: 0, durationMs: 10_000 },
          { atMs: 10_000, durationMs: 5000 },
        ],
        everyMs: 15_000,
      },
    ]);
    expect(griefing?.slice(0, 2)).toEqual([
      {
        kind: 'hold',
        nodes: { kind: 'all' },
        role: 'either',
        probability: { kind: 'fixed', probability: 1 },
      },
      {
        kind: 'hold',
        nodes: { kind: 'share', share: 0.1 },
        role: 'target',
        probability: { kind: 'amount-over', capacity: 1000n },
      },
    ]);
    expect(griefing?.[2]).toMatchObject({ token: 'TOK', through: ['n2'], budget: 100n, durationMs: 60_000 });
    expect(messages).toEqual({
      loss: 0.01,
      late: { share: 0.5, by: { kind: 'uniform', minMs: 1000, maxMs: 2000 } },
    });
  });

  it('are absent where the file has none', () => {
    expect(Object.keys(parse(''))).not.toEqual(expect.arrayContaining(['churn']));
    expect(parse('').protocol).not.toHaveProperty('attempts');
  });

  it.each([
    [
      'churn: [{random: {online: 0s, offline: 1s}}]',
      'churn[0].random.online: found "0s", expected durations above 0',
    ],
    [
      'churn: [{schedule: {absences: [{at: 5s, duration: 5s}, {at: 8s, duration: 1s}]}}]',
      'churn[0].schedule.absences[1].at: found "8s", expected a time after the absence before has ended',
    ],
    [
      'churn: [{schedule: {absences: [{at: 5s, duration: 5s}], every: 8s}}]',
      'churn[0].schedule.every: found "8s", expected no less than until the last absence has ended',
    ],
    [
      'churn: [{random: {nodes: [n1, n9], online: 1s, offline: 1s}}]',
      'churn[0].random.nodes[1]: found "n9", expected a node of this scenario',
    ],
    [
      'griefing: [{jam: {from: n1, to: n1, amount: 1}}]',
      'griefing[0].jam.to: found "n1", expected a node other than `from`',
    ],
    [
      'griefing: [{jam: {from: n1, to: n3, through: [x], amount: 1}}]',
      'griefing[0].jam.through[0]: found "x", expected a node of this scenario',
    ],
    [
      'griefing: [{jam: {from: n1, to: n3, token: GOLD, amount: 1}}]',
      'griefing[0].jam.token: found "GOLD", expected one of the tokens TOK',
    ],
    ['messages: {loss: 2}', 'messages.loss: found 2, expected a number from 0 to 1'],
  ])('%s is refused with its field', (more, told) => {
    expect(() => parse(more)).toThrow(told);
  });

  it('are refused with their lines where nodes are to be driven', () => {
    const churn = 'churn: [{random: {online: 1s, offline: 1s}}]';
    expect(() => parse(`${churn}\nmessages: {loss: 0.1}\n`, true)).toThrow(
      /^s\.yaml:4:8: churn: happens in simulated networks only: .*\n {2}Simulate it, .*\ns\.yaml:5:11: messages: happens/,
    );
    expect(parse('', true).name).toBe('s');
  });
});
