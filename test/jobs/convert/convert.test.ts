import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { assembleNetwork, assembleOperations } from '../../../src/jobs/assemble.ts';
import { joinExports } from '../../../src/jobs/convert/join-exports.ts';
import { CONVERTED_FILES, graphNotes, ownScenario } from '../../../src/jobs/convert/own-scenario.ts';
import { readExport } from '../../../src/jobs/convert/read-exports.ts';
import { toJson } from '../../../src/model/json.ts';
import { ANN, BEN, exportOf, ME, scenarioOf } from './exported.ts';

interface ConvertedExports {
  readonly what: string;
  readonly files: readonly unknown[];
  readonly options?: { readonly name?: string; readonly token?: string };
  readonly gives?: object;
  readonly told?: string;
  readonly notes?: readonly string[];
}

const CASES: readonly ConvertedExports[] = parse(
  readFileSync(new URL('exports.yaml', import.meta.url), 'utf8')
    .replaceAll('$ME', ME)
    .replaceAll('$ANN', ANN)
    .replaceAll('$BEN', BEN),
);

function joined({ files, options }: Pick<ConvertedExports, 'files' | 'options'>) {
  return joinExports(files.map(exportOf), { name: undefined, token: undefined, ...options });
}

describe('what a node exports', () => {
  it.each(CASES.filter(({ gives }) => gives !== undefined))('is read: $what', ({ gives, ...given }) => {
    const { names: _names, notes, graphNotes: _graphNotes, ...node } = joined(given);
    const leftOut = notes.filter((note) => note.startsWith('left out: '));
    expect(JSON.parse(toJson({ ...node, leftOut }))).toEqual(gives);
  });

  it.each(CASES.filter(({ told }) => told !== undefined))('is refused: $what', ({ told = '', ...given }) => {
    expect(() => joined(given)).toThrow(told);
  });

  const lnd = (remote_pubkey: string) => ({
    channels: [{ chan_id: '1', remote_pubkey, local_balance: '5', remote_balance: '5' }],
  });

  const forwards = (count: number) => ({
    forwarding_events: Array.from({ length: count }, () => ({
      timestamp: '1763000000',
      chan_id_in: '1',
      chan_id_out: '2',
      amt_out: '5',
    })),
  });
  const raiden = { partner_address: ANN, token_address: '0x1', balance: '5' };

  it.each(CASES.filter(({ notes }) => notes !== undefined))(
    'tells what is left out, merged, drawn or rounded: $what',
    ({ notes, ...given }) => {
      expect(joined(given).notes).toEqual(notes);
    },
  );

  it('of lnd may be cut where it has as many forwards as lncli lists by default', () => {
    const notesOf = (count: number) => joined({ files: [lnd(ANN), forwards(count)] }).notes;
    expect(notesOf(99)).not.toContainEqual(expect.stringContaining('forwards, as many'));
    expect(notesOf(100)).toContainEqual(expect.stringContaining('exactly 100 forwards'));
  });

  it('becomes a scenario with channels of others on demand, where unknown payers are beyond the channel', () => {
    const files = [0, 1].flatMap((index) => CASES[index]?.files ?? []);
    const written = ownScenario(joined({ files }), { isWhole: true });
    const scenario = scenarioOf(written);
    const network = assembleNetwork(scenario);
    expect(network.size).toBe(3);
    expect(network.getNodeAttribute('ann', 'fees')).toEqual({
      SAT: { flat: 0n, proportionalPpm: 10, imbalancePpm: 0 },
    });
    expect(written[CONVERTED_FILES.payments]).toContain('0,beyond ann,beyond ann-03cccccccc,5,succeeded');
    expect(scenario.plan?.network).toBe('drawn');
  });

  const direction = (source: string, destination: string, others: object) => ({
    source,
    destination,
    short_channel_id: '7x1x0',
    base_fee_millisatoshi: 0,
    fee_per_millionth: 1,
    ...others,
  });
  const edge = { channel_id: '7', node1_pub: ANN, node2_pub: BEN, capacity: '0' };
  const disabled = { fee_base_msat: '0', fee_rate_milli_msat: '0', disabled: true };
  const TOLD = 'network.json: channels without a capacity, drawn as `capacity` says: 1 of 2';
  const LEFT_OUT = 'channels left out, disabled or without a policy in both directions: 1';

  it.each([
    ['lnd', { nodes: [], edges: [edge] }, TOLD],
    ['lnd', { nodes: [], edges: [{ ...edge, node1_policy: disabled, node2_policy: null }] }, LEFT_OUT],
    ['CLN', { channels: [direction(ANN, BEN, {}), direction(BEN, ANN, { active: true })] }, TOLD],
    [
      'CLN',
      { channels: [direction(ANN, BEN, { active: false }), direction(BEN, ANN, { active: false })] },
      LEFT_OUT,
    ],
  ])('of %s tells what the graph leaves unknown, and draws it: %j', (_node, graph, told) => {
    const own = { chan_id: '1', remote_pubkey: ANN, local_balance: '50', remote_balance: '70' };
    const node = joined({ files: [{ channels: [own] }, graph, { identity_pubkey: ME }] });
    const files = ownScenario(node, { isWhole: true });
    expect([...node.graphNotes, ...graphNotes(files)]).toContain(told);
    const network = assembleNetwork(scenarioOf(files));
    expect(network.mapEdges((_key, { totalDeposit: [one, other] }) => one + other)).toEqual(
      told === TOLD ? [120n, 120n] : [120n],
    );
  });

  it('counts payments once that two overlapping files list', () => {
    const channels = [lnd(ANN), lnd(BEN)].map((each, at) => ({ ...each.channels[0], chan_id: `${at + 1}` }));
    const { payments, notes } = joined({ files: [{ channels }, forwards(2), forwards(3)] });
    expect(payments).toHaveLength(2);
    expect(notes).toContain('left out: 3 payments that two files list, taken once');
  });

  it('of a Raiden node says how much of other tokens is left out', () => {
    const channels = ['0x1', '0x2'].map((token_address, at) => {
      return { ...raiden, token_address, state: 'opened', channel_identifier: `${at}` };
    });
    const sent = {
      event: 'EventPaymentSentSuccess',
      log_time: '2026-01-01T00:00:00',
      amount: '1',
      target: ANN,
    };
    const files = [channels, [{ ...sent, token_address: '0x2' }]];
    const { notes } = joined({ files, options: { token: '0x1' } });
    expect(notes).toContain('channels of other tokens, left out: 1');
    expect(notes).toContain('left out: 1 payment in other tokens');
  });

  it('of a Raiden node takes what it has paid a partner as the least that the partner holds', () => {
    const channel = { partner_address: ANN, token_address: '0x1', state: 'opened', channel_identifier: '1' };
    const { channels, notes } = joined({
      files: [[{ ...channel, balance: '3', total_deposit: '4000', total_withdraw: '0' }]],
    });
    expect(channels).toEqual([{ partner: expect.any(String), own: 3n, others: 3997n }]);
    expect(notes[0]).toContain('hold at least what the node has paid them');
  });

  it('of a Raiden node finds its partners in a graph that writes addresses without checksums', () => {
    const partner_address = '0xf149407144af2c511d5e657475821824dbfea33d';
    const channels = [{ ...raiden, partner_address, state: 'opened', channel_identifier: '1' }];
    const nodes = [{ key: partner_address, attributes: { alias: 'Ann' } }, { key: 'hub' }];
    const edges = [{ source: partner_address, target: 'hub', attributes: { capacity: 9 } }];
    const node = joined({ files: [channels, { nodes, edges }] });
    expect(node.channels).toMatchObject([{ partner: 'Ann' }]);
  });

  it('takes the fees of a node from its forwards where no file has them', () => {
    const forward = { timestamp: '1763000000', chan_id_in: '1', chan_id_out: '2', amt_out: '1000' };
    const forwarding_events = [10, 30].map((fee) => ({ ...forward, fee_msat: String(fee * 1000) }));
    const { fees, notes } = joined({ files: [lnd(ANN), { forwarding_events }] });
    expect(fees).toEqual({ flat: 0n, proportionalPpm: 10_000, imbalancePpm: 0 });
    expect(notes).toContain('fees of the node are in no file, taken from its forwards: 2');
  });

  it('says nothing of the end of a Raiden node’s partner, which is drawn anew for each replication', () => {
    const channel = { partner_address: ANN, token_address: '0x1', balance: '1037569', state: 'opened' };
    const files = [[{ ...channel, channel_identifier: '3' }]];
    const scenario = scenarioOf(ownScenario(joined({ files }), { isWhole: false }));
    const deposits = ['1', '2'].map(
      (seed) => assembleNetwork({ ...scenario, seed }).getEdgeAttributes('TOK:1').totalDeposit,
    );
    expect(deposits.map(([own]) => own)).toEqual([1_037_569n, 1_037_569n]);
    expect(deposits[0]?.[1]).not.toBe(deposits[1]?.[1]);
    expect(scenario.plan?.network).toBe('drawn');
  });

  it.each(['constructor', 'n'.repeat(101), '\n'])('has no alias that cannot be a name: %j', (alias) => {
    expect(joined({ files: [lnd(ANN), { identity_pubkey: ME, alias }] }).name).toBe('me');
  });

  it.each(['0x12', '1e3', 'true', 'null', '007', 'hub'])(
    'keeps a name that YAML may read as something else: %s',
    (name) => {
      const files = ownScenario(joined({ files: [lnd(ANN)], options: { name } }), { isWhole: false });
      expect(Object.keys(files)).toContain(`${name}.yaml`);
      expect(scenarioOf(files).plan?.mine).toEqual([name]);
    },
  );

  it('keeps every digit beyond 2^53, also of a number that is refused', () => {
    const read = (own: string) => {
      const channel = `{"chan_id": 870000000000000001, "remote_pubkey": "${ANN}", "local_balance": ${own}, "remote_balance": 0}`;
      return readExport({ file: 'x.json', text: `{"channels": [${channel}]}` }).channels;
    };
    expect(read('9007199254740993')).toMatchObject([
      { ids: ['870000000000000001'], own: 9_007_199_254_740_993n },
    ]);
    expect(() => read('-9007199254740993')).toThrow(/local_balance: found -9007199254740993,/);
  });
});

it.each([
  ['lnd-node', 12, 716],
  ['cln-node', 12, 541],
  ['raiden-hub', 40, 982],
])(
  'the shipped exports of a %s become a scenario with its partners and payments',
  (folder, partners, payments) => {
    const path = new URL(`../../../examples/${folder}/`, import.meta.url);
    const exports = readdirSync(path).map((file) =>
      readExport({ file, text: readFileSync(new URL(file, path), 'utf8') }),
    );
    const node = joinExports(exports, { name: undefined, token: undefined });
    const scenario = scenarioOf(ownScenario(node, { isWhole: false }));
    const network = assembleNetwork(scenario);
    expect(network.size).toBe(partners);
    expect(scenario.recorded?.[0]?.payments).toHaveLength(payments);
    expect(assembleOperations({ scenario, network }).length).toBeGreaterThan(payments / 2);
  },
);
