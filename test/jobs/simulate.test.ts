import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/jobs/simulate.ts';
import { assertNetworkInvariants } from '../../src/model/network/invariants.ts';
import { toJson } from '../../src/model/json.ts';
import { channelsOf } from '../../src/model/network/channels-on-demand.ts';
import type { Network } from '../../src/model/network/network.ts';
import { networkToJson } from '../../src/model/network/network-json.ts';
import { linesOf } from '../model/network/lines-of.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import type { Run } from '../../src/model/run/run.ts';
import { Figures } from '../../src/report/figures/figures.ts';
import { htmlReport } from '../../src/report/sections/run-document.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { topology } from '../world/world.ts';
import { scenarioFrom, stepsIn } from './scenario-text.ts';

/** A run of these steps in a line of three with 100 at each end. */
const simulated = (
  steps: readonly string[],
  parts?: Parameters<typeof stepsIn>[2],
  asked: Partial<Asked> = {},
) => simulate({ scenario: scenarioFrom(stepsIn('n1 100 - 100 n2 100 - 100 n3', steps, parts)), ...asked });

type Asked = Parameters<typeof simulate>[0];

const kinds = (run: Run): readonly string[] => run.records.map(({ outcome }) => outcome.kind);

describe('a simulated run', () => {
  it('has one record per operation, with the path and the balances it moved', async () => {
    const run = await simulated(['pay: {from: n1, to: n3, amount: 60, times: 2}']);
    expect(kinds(run)).toEqual(['succeeded', 'failed']);
    expect(run.records[0]?.trace).toMatchObject({ path: ['n1', 'n2', 'n3'], fee: 0n, received: 60n });
    expect(run.end?.getEdgeAttribute('TOK:1', 'balance')).toEqual([40n, 160n]);
    expect(run.end?.getEdgeAttribute('TOK:2', 'balance')).toEqual([40n, 160n]);
  });

  it('has receipts where a step may read them, and none in traffic alone', async () => {
    const more = 'traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 2, amounts: {fixed: 5}}]';
    const alone = await simulated([], { more });
    const succeeded = { kind: 'succeeded', status: 200 };
    expect(alone.records.map(({ outcome }) => outcome)).toEqual([succeeded, succeeded]);
    const withStep = await simulated(['pay: {from: n1, to: n3, amount: 60}'], { more });
    expect(withStep.records.every(({ outcome }) => outcome.kind === 'succeeded' && outcome.receipt)).toBe(
      true,
    );
  });

  it('charges in every token network the fees of that network', async () => {
    const channels = topology('a 1000 - 0 b 1000 - 0 c');
    const run = await simulate({
      scenario: scenarioFrom(`
question: Do the fees of one token stay out of the other?
seed: 1
networks:
  - {token: DAI, topology: ${channels}, fees: {flat: 5}}
  - {token: WETH, topology: ${channels}, fees: {flat: 1}}
steps:
  - pay: {from: a, to: c, amount: 100, token: DAI}
  - pay: {from: a, to: c, amount: 100, token: WETH}
`),
    });
    expect(run.records.map(({ trace }) => trace?.hops.map(({ amount }) => amount))).toEqual([
      [111n, 101n],
      [103n, 101n],
    ]);
  });

  it('charges the fees of the network at nodes that join it later, as live nodes do', async () => {
    const opened = ['n2 n3', 'n3 n4'].flatMap((pair) => {
      const [one, other] = pair.split(' ');
      return [
        `open: {from: ${one}, to: ${other}, deposit: 100_000}`,
        `deposit: {from: ${other}, to: ${one}, totalDeposit: 100_000}`,
      ];
    });
    const steps = [...opened, 'pay: {from: n1, to: n4, amount: 10_000}'];
    const network = 'fees: {proportionalPpm: 4000, imbalancePpm: 3000}';
    const text = stepsIn('n1 100_000 - 100_000 n2', steps, { network, more: 'nodes: {n3: {}, n4: {}}' });
    const run = await simulate({ scenario: scenarioFrom(text) });
    // Golden numbers of the reference; without the fees of n3 it was 10,088 and 10,008.
    expect(run.records.at(-1)?.trace).toMatchObject({ sent: 10_171n, received: 10_010n });
  });

  it('says where and why a payment failed, with the numbers compared', async () => {
    const run = await simulated(['pay: {from: n1, to: n3, amount: 160}']);
    expect(run.records[0]?.outcome).toMatchObject({
      kind: 'failed',
      status: 409,
      reason: 'no-suitable-channel',
    });
    expect(run.records[0]?.trace?.failure).toMatchObject({ check: 'available-balance', at: 'n1' });
    expect(run.records[0]?.trace?.failure?.required).toContain('160');
    expect(run.records[0]?.trace?.failure?.found).toContain('100');
  });

  it('starts a step when the one before it has ended, and traffic when it is due', async () => {
    const traffic =
      'traffic: [{arrivals: {constant: {perSecond: 1}}, count: 3, amounts: 1, pairs: {list: [[n2, n3]]}}]';
    const steps = ['pay: {from: n1, to: n3, amount: 1, times: 2}'];
    const run = await simulated(steps, { protocol: 'hopLatency: 1s', more: traffic });
    const of = (origin: string): readonly OperationRecord[] =>
      run.records.filter(({ operation }) => operation.origin.startsWith(origin));
    const [first, second] = of('steps');
    expect(second?.startedAtMs).toBe(first?.endedAtMs);
    expect(of('traffic').map(({ startedAtMs, operation }) => startedAtMs - operation.atMs)).toEqual([
      0, 0, 0,
    ]);
  });

  it('at sequential pace lets the network come to rest before the next operation', async () => {
    const traffic =
      'traffic: [{arrivals: {burst: {size: 5, every: 1s}}, count: 5, amounts: 20, pairs: {list: [[n1, n3], [n3, n1]]}}]';
    const run = await simulated([], { more: traffic }, { pace: 'sequential' });
    for (const [index, record] of run.records.entries()) {
      expect(record.startedAtMs).toBeGreaterThanOrEqual(run.records[index - 1]?.endedAtMs ?? 0);
    }
    expect(kinds(run)).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
  });

  it('at sequential pace lets the payee hear that a lock expired before the next operation', async () => {
    const steps = ['pay: {from: n3, to: n1, amount: 5, lockTimeout: 11}', 'close: {from: n2, to: n3}'];
    const network = 'settleTimeout: 40, revealTimeout: 10';
    const run = await simulated(steps, { network, protocol: 'hopLatency: 500ms' }, { pace: 'sequential' });
    expect(run.records.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'failed', reason: 'lock-expired' },
      // Settled together: the channel is gone.
      { kind: 'succeeded', channels: [null] },
    ]);
  });

  it('keeps what it has when it is interrupted', async () => {
    const interruption = new AbortController();
    const run = await simulated(['pay: {from: n1, to: n3, amount: 1, times: 10}'], undefined, {
      signal: interruption.signal,
      onRecord: ({ operation }) => {
        if (operation.id === 3) interruption.abort();
      },
    });
    expect(run.partial).toBe(true);
    expect(run.records).toHaveLength(4);
    if (run.end) assertNetworkInvariants(run.end);
  });
});

const topologies = fc.oneof(
  fc.integer({ min: 2, max: 8 }).map((nodes) => `{line: {nodes: ${nodes}}}`),
  fc.integer({ min: 3, max: 8 }).map((nodes) => `{ring: {nodes: ${nodes}}}`),
  fc.integer({ min: 2, max: 7 }).map((spokes) => `{star: {spokes: ${spokes}}}`),
  fc.integer({ min: 4, max: 10 }).map((nodes) => `{scale-free: {nodes: ${nodes}, channelsPerNode: 2}}`),
);

const scenarioText = fc
  .record({
    seed: fc.nat(),
    shape: topologies,
    capacity: fc.constantFrom('1', '100', '9007199254740993', `${2n ** 255n}`),
    split: fc.constantFrom('equal', 'one-sided', 'uniform'),
    amounts: fc.constantFrom(
      '1',
      '{uniform: {min: 1, max: 80}}',
      '{pareto: {min: 1, alpha: 0.5}}',
      `${2n ** 254n}`,
    ),
    rate: fc.constantFrom(1, 20, 1000),
    ppm: fc.constantFrom(0, 4000),
    view: fc.constantFrom('exact', 'delayed', 'capacity'),
    router: fc.constantFrom('raiden', 'fewest-hops'),
  })
  .map(
    ({ seed, shape, capacity, split, amounts, rate, ppm, view, router }) => `
question: Do the invariants hold?
seed: ${seed}
network: {topology: ${shape}, capacity: ${capacity}, split: ${split}, fees: {flat: 0, proportionalPpm: ${ppm}}}
protocol: {view: ${view}, router: ${router}, hopLatency: {lognormal: {median: 50ms, sigma: 1}}}
traffic:
  - {arrivals: {poisson: {perSecond: ${rate}}}, count: 40, amounts: ${amounts}, pairs: uniform}
`,
  );

describe('every simulated run', () => {
  it('keeps the invariants, conserves all tokens and has exactly one record per operation', async () => {
    const property = fc.asyncProperty(
      scenarioText,
      fc.constantFrom('scenario' as const, 'sequential' as const),
      async (text, pace) => {
        const run = await simulate({ scenario: scenarioFrom(text), pace });
        expect(new Set(run.records.map(({ operation }) => operation.id)).size).toBe(40);
        expect(run.records).toHaveLength(40);
        assertNetworkInvariants(run.end as NonNullable<typeof run.end>);
        const total = (network: Run['start']): bigint =>
          network.reduceEdges((sum, _key, { balance }) => sum + balance[0] + balance[1], 0n);
        expect(total(run.end as Run['start'])).toBe(total(run.start));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('is the same, byte for byte, for the same scenario and seed', async () => {
    const property = fc.asyncProperty(scenarioText, async (text) => {
      const written = async (): Promise<string> => {
        const { records, end } = await simulate({ scenario: scenarioFrom(text) });
        return toJson({ records, end: end && networkToJson(end) });
      };
      expect(await written()).toBe(await written());
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('keeps the channels of large networks in columns until its reports are written', async () => {
    const run = await simulate({
      scenario: scenarioFrom(`question: Are networks kept in columns?
seed: 1
network: {topology: {scale-free: {nodes: 1_200, channelsPerNode: 9}}}
traffic:
  - {arrivals: {poisson: {perSecond: 1}}, count: 5, amounts: {fixed: 60}}
steps:
  - pay: {from: n1, to: n3, amount: 60}
`),
    });
    const figures = new Figures(run);
    summaryOf(run, figures);
    junitXml(run, figures);
    htmlReport(run, figures);
    for (const network of [run.start, run.end as Network]) {
      expect(linesOf(network)).toHaveLength(5);
      expect(isInColumns(network)).toBe(true);
      expect(network.degree('n1200')).toBe(9);
      expect(isInColumns(network)).toBe(false);
    }
  });
});

// Columns that a network is kept in are always the same ones; those of a graph are made for each reader.
function isInColumns(network: Network): boolean {
  return channelsOf(network) === channelsOf(network);
}
