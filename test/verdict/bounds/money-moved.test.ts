import { describe, expect, it } from 'vitest';
import type { Run } from '../../../src/model/run/run.ts';
import { checkLoad } from '../../../src/verdict/load-checks.ts';
import { inWords } from '../../fixtures/lied-to-replay.ts';
import { MONEY, moneyDeparture, paymentDeparted } from '../../fixtures/virtual/money-departure.ts';
import { virtualLoad } from '../../fixtures/virtual/virtual-load.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

/** Two hundred payments of 100 to 2,000, the median of which is 1,050. */
const load = (topology: string, fees: string, capacity = 200_000) =>
  scenarioFrom(`
question: Does money tell of one payment among two hundred?
seed: 3
network: {topology: ${topology}, capacity: ${capacity}, fees: ${fees}}
protocol: {hopLatency: 5ms}
traffic:
  - {arrivals: {poisson: {perSecond: 100}}, count: 200, amounts: {uniform: {min: 100, max: 2_000}}}
`);

const STAR = '{star: {spokes: 6}}';
const SCALE_FREE = '{scale-free: {nodes: 12, channelsPerNode: 2}}';
const DEFAULTS = '{proportionalPpm: 4_000, imbalancePpm: 3_000}';

const NETWORKS = [
  { topology: STAR, fees: DEFAULTS },
  { topology: SCALE_FREE, fees: '{proportionalPpm: 4_000}' },
  { topology: SCALE_FREE, fees: '{flat: 5}' },
];

const findingsOf = (run: Run) => checkLoad(run).flatMap(({ findings }) => findings);
const sumsOf = (run: Run) => checkLoad(run).find(({ check }) => check.name === 'sums')?.check;

describe.each(NETWORKS)('among nodes that charge: $topology $fees', ({ topology, fees }) => {
  it.each(MONEY)('it shows at a party that a payment was %s, whatever histories say', async (kind) => {
    const run = await virtualLoad(load(topology, fees), moneyDeparture(kind));
    const { operation } = paymentDeparted(run);
    const parties = [operation.node, operation.target];
    const findings = findingsOf(run);
    expect(
      findings.filter(({ node }) => node !== undefined && parties.includes(node)),
      findings.map(inWords).join('\n'),
    ).not.toEqual([]);
  });

  it('nobody is accused of the truth, and sums are fine enough to see a payment', async () => {
    const run = await virtualLoad(load(topology, fees), {});
    expect(findingsOf(run).map(inWords)).toEqual([]);
    expect(sumsOf(run)).toMatchObject({ verdict: 'holds' });
  });
});

it('accuses nobody among nodes with fee curves and several ways, of which nothing tells which a service avoids', async () => {
  const run = await virtualLoad(load(SCALE_FREE, DEFAULTS), {});
  expect(findingsOf(run).map(inWords)).toEqual([]);
});

it.each(['paid twice', 'not paid'] as const)('names a payment that was %s by what it moved', async (kind) => {
  const run = await virtualLoad(load(STAR, '{proportionalPpm: 4_000}'), moneyDeparture(kind));
  const findings = findingsOf(run);
  expect(
    findings.map(({ operation }) => operation),
    findings.map(inWords).join('\n'),
  ).toEqual([paymentDeparted(run).operation.id]);
  expect(findings[0]?.observed).toMatch(
    /^gained -?\d+: (-?\d+ with spoke\d, ){3}-?\d+ with spoke\d and 2 more$/,
  );
});

it('tells an entry that a history lacks once, though sums without it are as wide as a payment', async () => {
  const run = await virtualLoad(load(STAR, '{flat: 5}'), {});
  const { operation } = paymentDeparted(run);
  const lacking = run.readings.map((reading) =>
    reading.node === operation.target && reading.moment === 'end' && reading.value.kind === 'history'
      ? {
          ...reading,
          value: {
            ...reading.value,
            events: reading.value.events.filter(
              (one) => one.kind === 'failed' || one.identifier !== operation.identifier,
            ),
          },
        }
      : reading,
  );
  const findings = findingsOf({ ...run, readings: lacking });
  expect(
    findings.map(({ check, operation: named }) => [check, named]),
    findings.map(inWords).join('\n'),
  ).toEqual([['history', operation.id]]);
});

it('says how wide bounds are that hide a payment', async () => {
  const run = await virtualLoad(load(SCALE_FREE, DEFAULTS, 4_000), {});
  expect(sumsOf(run)).toMatchObject({
    verdict: 'not-checked',
    detail: expect.stringMatching(
      /bounds at \d+ of them are .* wide, which would hide a payment of the median amount, \d+$/,
    ),
  });
});

it('counts no node as read of which a view was not', async () => {
  const run = await virtualLoad(load(STAR, '{flat: 5}'), {});
  const unread = run.readings.map((reading) =>
    reading.moment === 'end' && reading.value.kind === 'history'
      ? { ...reading, value: { kind: 'unread', detail: 'no answer for 9 s' } as const }
      : reading,
  );
  expect(sumsOf({ ...run, readings: unread })).toMatchObject({
    verdict: 'unknown',
    detail: expect.stringContaining('0 of 7 nodes read'),
  });
});
