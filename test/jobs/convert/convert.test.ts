import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joinExports } from '../../../src/jobs/convert/join-exports.ts';
import { CONVERTED_FILES, ownScenario } from '../../../src/jobs/convert/own-scenario.ts';
import { readExport } from '../../../src/jobs/convert/read-exports.ts';
import { assembleNetwork, assembleOperations } from '../../../src/jobs/assemble.ts';
import { ANN, BEN, exportOf, ME, scenarioOf, unnamed } from './exports.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
const examples = (folder: string) =>
  readdirSync(new URL(`${folder}/`, EXAMPLES)).map((name) =>
    readExport({ file: name, text: readFileSync(new URL(`${folder}/${name}`, EXAMPLES), 'utf8') }),
  );
describe('what lncli exports', () => {
  const listed = (chan_id: string, remote_pubkey: string, balances: readonly [string, string]) => {
    const [local_balance, remote_balance] = balances;
    return { chan_id, remote_pubkey, local_balance, remote_balance, capacity: '1000' };
  };
  const channels = exportOf({
    channels: [
      listed('1', ANN, ['400', '600']),
      listed('2', BEN, ['10', '90']),
      listed('3', ANN, ['1', '2']),
    ],
  });
  const forward = (chan_id_in: string, chan_id_out: string, amt_out: string, timestamp_ns: string) => ({
    timestamp: '1763000000',
    timestamp_ns,
    chan_id_in,
    chan_id_out,
    amt_in: amt_out,
    amt_out,
  });
  const forwards = exportOf({
    forwarding_events: [
      forward('2', '1', '7', '1763000002000000000'),
      forward('1', '2', '5', '1763000000500000000'),
      forward('9', '2', '5', '1763000003000000000'),
      forward('3', '1', '5', '1763000003000000000'),
    ],
  });
  const policy = (fee_base_msat: string, fee_rate_milli_msat: string) => ({
    fee_base_msat,
    fee_rate_milli_msat,
  });
  const graph = exportOf({
    nodes: [
      { pub_key: ME, alias: 'my hub' },
      { pub_key: ANN, alias: 'ann' },
      { pub_key: BEN, alias: 'ann' },
    ],
    edges: [
      {
        channel_id: '1',
        node1_pub: ANN,
        node2_pub: ME,
        capacity: '1000',
        node1_policy: null,
        node2_policy: policy('4000', '300'),
      },
      {
        channel_id: '5',
        node1_pub: ANN,
        node2_pub: BEN,
        capacity: '50',
        node1_policy: policy('0', '20'),
        node2_policy: null,
      },
    ],
  });

  it('becomes one channel with each partner, and each forward a payment between two of them', () => {
    const node = joinExports([channels, forwards], unnamed);
    expect(node.channels).toEqual([
      { partner: '02bbbbbbbb', own: 401n, others: 602n },
      { partner: '03cccccccc', own: 10n, others: 90n },
    ]);
    expect(node.payments).toEqual([
      { atMs: 0, from: '02bbbbbbbb', to: '03cccccccc', amount: 5n, outcome: 'succeeded' },
      { atMs: 1500, from: '03cccccccc', to: '02bbbbbbbb', amount: 7n, outcome: 'succeeded' },
    ]);
    expect(node.leftOut.map(([count]) => count)).toEqual([1, 1]);
  });

  it('finds the node itself in the graph, names nodes by aliases that are theirs alone, and halves its fees', () => {
    const node = joinExports([channels, graph], unnamed);
    expect(node.name).toBe('my-hub');
    expect(node.channels.map(({ partner }) => partner)).toEqual(['ann', 'ann-03cccccccc']);
    expect(node.fees).toEqual({ flat: 2n, proportionalPpm: 150, imbalancePpm: 0 });
  });

  it('keeps channels of others on demand, where unknown payers are beyond the channel', () => {
    const files = ownScenario(joinExports([channels, forwards, graph], unnamed), { isWhole: true });
    const scenario = scenarioOf(files);
    const network = assembleNetwork(scenario);
    expect(network.size).toBe(3);
    expect(network.getNodeAttribute('ann', 'fees')).toEqual({
      SAT: { flat: 0n, proportionalPpm: 10, imbalancePpm: 0 },
    });
    expect(files[CONVERTED_FILES.payments]).toContain('0,beyond ann,beyond ann-03cccccccc,5,succeeded');
    expect(scenario.plan?.network).toBe('drawn');
  });

  it('is refused with its place where a field is wrong, and where it holds nothing that is known', () => {
    const text = '{"forwarding_events": [{"chan_id_in": "1", "chan_id_out": "2", "amt_out": "-5"}]}';
    expect(() => readExport({ file: 'x.json', text })).toThrow(
      /x\.json:1:75: forwarding_events\[0\]\.amt_out: found "-5", expected a whole number/,
    );
    expect(() => exportOf({ invoices: [] })).toThrow(/none of the exports that are known/);
    expect(() => joinExports([forwards], unnamed)).toThrow(/found no channels of the node/);
  });
});

describe('what lightning-cli exports', () => {
  const peer = (
    short_channel_id: string,
    peer_id: string,
    to_us_msat: unknown,
    state = 'CHANNELD_NORMAL',
  ) => ({
    peer_id,
    state,
    short_channel_id,
    to_us_msat,
    total_msat: 1_000_000,
    fee_base_msat: '1000msat',
    fee_proportional_millionths: 10,
  });
  const channels = exportOf({
    channels: [
      peer('1x1x1', ANN, '400999msat'),
      peer('2x1x1', BEN, 10_000),
      peer('3x1x1', BEN, 5, 'ONCHAIN'),
    ],
  });

  it('gives balances in satoshi, of channels that are open', () => {
    expect(joinExports([channels], unnamed).channels).toEqual([
      { partner: '02bbbbbbbb', own: 400n, others: 600n },
      { partner: '03cccccccc', own: 10n, others: 990n },
    ]);
  });

  it('tells of forwards that failed too, where an outgoing channel is known', () => {
    const times = { received_time: 1_763_000_000.25 };
    const forwards = exportOf({
      forwards: [
        {
          in_channel: '1x1x1',
          out_channel: '2x1x1',
          in_msat: 6000,
          out_msat: 5000,
          status: 'settled',
          ...times,
        },
        { in_channel: '2x1x1', out_channel: '1x1x1', in_msat: '9000msat', status: 'local_failed', ...times },
        { in_channel: '2x1x1', in_msat: 9000, status: 'local_failed', ...times },
        { in_channel: '2x1x1', out_channel: '1x1x1', in_msat: 9000, status: 'offered', ...times },
      ],
    });
    const node = joinExports([channels, forwards], unnamed);
    expect(node.payments.map(({ amount, outcome }) => [amount, outcome])).toEqual([
      [5n, 'succeeded'],
      [9n, 'failed'],
    ]);
    expect(node.leftOut).toEqual([[1, 'without an outgoing channel or an amount']]);
  });

  it('lists each channel of the graph once for each direction', () => {
    const way = (source: string, destination: string, fee_per_millionth: number) => ({
      source,
      destination,
      short_channel_id: '7x1x0',
      amount_msat: '5000msat',
      active: true,
      base_fee_millisatoshi: 0,
      fee_per_millionth,
    });
    expect(exportOf({ channels: [way(ANN, BEN, 1), way(BEN, ANN, 2)] }).graph?.channels).toEqual([
      {
        id: '7x1x0',
        between: [ANN, BEN],
        capacity: 5n,
        policies: [
          { baseMsat: 0, ppm: 1 },
          { baseMsat: 0, ppm: 2 },
        ],
      },
    ]);
  });
});

describe('what a Raiden node exports', () => {
  const DAI = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const PARTNER = '0x42D449aaf65BdeE5068894233d9F02776BE98EcE';
  const channel = { partner_address: PARTNER, token_address: DAI, balance: '1037569', state: 'opened' };
  const channels = exportOf([{ ...channel, channel_identifier: '3' }]);

  it('says nothing of the partner’s end, which is drawn anew for each replication', () => {
    const files = ownScenario(joinExports([channels], unnamed), { isWhole: false });
    const scenario = scenarioOf(files);
    const deposits = ['1', '2'].map(
      (seed) => assembleNetwork({ ...scenario, seed }).getEdgeAttributes('TOK:1').totalDeposit,
    );
    expect(deposits.map(([own]) => own)).toEqual([1_037_569n, 1_037_569n]);
    expect(deposits[0]?.[1]).not.toBe(deposits[1]?.[1]);
    expect(scenario.plan?.network).toBe('drawn');
  });

  it('has a history whose payments of partners are taken over, and failures without amounts are counted', () => {
    const event = { token_address: DAI, log_time: '2026-11-21T01:54:46.803000', identifier: '77' };
    const history = exportOf([
      { ...event, event: 'EventPaymentReceivedSuccess', initiator: PARTNER, amount: '1001' },
      { ...event, event: 'EventPaymentSentSuccess', target: DAI, amount: '5' },
      { ...event, event: 'EventPaymentSentFailed', target: PARTNER, reason: 'lock expired' },
    ]);
    const node = joinExports([channels, history], { name: 'hub', token: undefined });
    expect(node.payments).toEqual([
      { atMs: 0, from: '0x42D449aa', to: 'hub', amount: 1001n, outcome: 'succeeded' },
    ]);
    expect(node.leftOut.map(([count]) => count)).toEqual([1, 1]);
  });

  it('needs to be told the token where there are several', () => {
    const two = exportOf([
      { ...channel, channel_identifier: '1' },
      { ...channel, channel_identifier: '2', token_address: PARTNER },
    ]);
    expect(() => joinExports([two], unnamed)).toThrow(/expected those of one/);
    expect(joinExports([two], { name: undefined, token: DAI }).channels).toHaveLength(1);
  });
});

describe('the shipped examples', () => {
  it.each([
    ['lnd-node', 12, 716],
    ['raiden-hub', 40, 982],
  ])('of a %s become a scenario with its partners and payments', (folder, partners, payments) => {
    const scenario = scenarioOf(ownScenario(joinExports(examples(folder), unnamed), { isWhole: false }));
    const network = assembleNetwork(scenario);
    expect(network.size).toBe(partners);
    expect(scenario.recorded?.[0]?.payments).toHaveLength(payments);
    expect(assembleOperations({ scenario, network }).length).toBeGreaterThan(payments / 2);
  });
});
