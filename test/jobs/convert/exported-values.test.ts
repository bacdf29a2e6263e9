import { describe, expect, it } from 'vitest';
import { joinExports } from '../../../src/jobs/convert/join-exports.ts';
import { ownScenario } from '../../../src/jobs/convert/own-scenario.ts';
import { readExport } from '../../../src/jobs/convert/read-exports.ts';
import { ANN, exportOf, ME, scenarioOf, unnamed } from './exports.ts';

describe('names of nodes', () => {
  const lnd = (remote_pubkey: string, chan_id: unknown = '1') => ({
    chan_id,
    remote_pubkey,
    local_balance: '5',
    remote_balance: '5',
  });

  it.each([
    ['lncli listchannels', { channels: [lnd('02b\nseed: 9')] }, 'channels[0].remote_pubkey'],
    [
      'lncli describegraph',
      {
        nodes: [],
        edges: [{ channel_id: '1', node1_pub: ANN, node2_pub: 'c,d', capacity: '5' }],
      },
      'edges[0].node2_pub',
    ],
    [
      'lightning-cli listfunds',
      {
        channels: [
          { peer_id: '__proto__', state: 'CHANNELD_NORMAL', our_amount_msat: 1000, amount_msat: 2000 },
        ],
      },
      'channels[0].peer_id',
    ],
    [
      'GET /channels',
      [
        {
          channel_identifier: '1',
          partner_address: '0x\u001b[31m',
          token_address: '0x5F',
          balance: '5',
          state: 'opened',
        },
      ],
      '[0].partner_address',
    ],
  ])('are refused with their place where they are no key of a node: %s', (_kind, content, field) => {
    expect(() => exportOf(content)).toThrow(
      new RegExp(
        `x\\.json:1:\\d+: ${field.replaceAll(/[[\].]/g, '\\$&')}: found ".*", expected a public key`,
      ),
    );
  });

  it.each(['constructor', 'n'.repeat(101), '\n'])('are no aliases that cannot be names: %j', (alias) => {
    const info = exportOf({ identity_pubkey: ME, alias });
    expect(joinExports([exportOf({ channels: [lnd(ANN)] }), info], unnamed).name).toBe('me');
  });

  it('are one for each node: the node itself cannot have that of a partner', () => {
    const one = exportOf({ channels: [lnd('ann')] });
    expect(() => joinExports([one], { name: 'ann', token: undefined })).toThrow(
      /no name is left for ann, because another node has it\n.*--name/,
    );
  });

  it.each(['0x12', '1e3', 'true', 'null', '007', 'hub'])(
    'that YAML may read as something else stay what they are: %s',
    (name) => {
      const channels = exportOf({ channels: [lnd(ANN)] });
      const files = ownScenario(joinExports([channels], { name, token: undefined }), { isWhole: false });
      expect(Object.keys(files)).toContain(`${name}.yaml`);
      const { plan } = scenarioOf(files);
      expect(plan?.mine).toEqual([name]);
    },
  );
});

describe('numbers in exports', () => {
  it.each([
    [{ to_us_msat: 3_000_000, total_msat: '2000000msat' }, 'to_us_msat'],
    [{ our_amount_msat: 3_000_000, amount_msat: 2_000_000 }, 'our_amount_msat'],
  ])('are refused with their place where an end holds more than its channel: %j', (amounts, field) => {
    const content = { channels: [{ peer_id: ANN, state: 'CHANNELD_NORMAL', ...amounts }] };
    expect(() => exportOf(content)).toThrow(
      new RegExp(
        `x\\.json:1:\\d+: channels\\[0\\]\\.${field}: found 3,000, expected at most the 2,000 of the whole channel`,
      ),
    );
  });

  it('are not judged of a channel that is left out, as its state says', () => {
    const dead = { peer_id: ANN, state: 'ONCHAIN', to_us_msat: 3_000_000, total_msat: 2_000_000 };
    const live = { ...dead, state: 'CHANNELD_NORMAL', to_us_msat: 1_000_000 };
    expect(exportOf({ channels: [dead, live] })).toMatchObject({ channels: [{ own: 1000n, others: 1000n }] });
    const spent = { peer_id: ANN, state: 'ONCHAIN', our_amount_msat: 3_000_000, amount_msat: 2_000_000 };
    expect(exportOf({ channels: [spent] })).toMatchObject({ channels: [] });
  });

  it('keep every digit beyond 2^53', () => {
    const text = `{"channels": [
      {"chan_id": 870000000000000001, "remote_pubkey": "${ANN}", "local_balance": 9007199254740993, "remote_balance": 0},
      {"chan_id": 870000000000000002, "remote_pubkey": "${ANN}", "local_balance": 1, "remote_balance": 0}]}`;
    const { channels } = readExport({ file: 'x.json', text });
    expect(channels?.map(({ id, own }) => [id, own])).toEqual([
      ['870000000000000001', 9_007_199_254_740_993n],
      ['870000000000000002', 1n],
    ]);
  });

  it('are told as they stand in the file where they are wrong', () => {
    const text = `{"channels": [{"chan_id": "1", "remote_pubkey": "${ANN}", "local_balance": -9007199254740993, "remote_balance": 0}]}`;
    expect(() => readExport({ file: 'x.json', text })).toThrow(/local_balance: found -9007199254740993,/);
  });
});
