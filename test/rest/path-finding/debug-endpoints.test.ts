import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { connectNode } from '../../../src/rest/connect/connect-node.ts';
import { connectRecords } from '../../../src/rest/path-finding/connect-records.ts';
import { topology } from '../../world/world.ts';

const SCENARIO = `
question: What do services write down?
seed: 1
network: {topology: ${topology('n1 500 - 500 n2 50 - 500 n3 500 - 500 n4')}}
protocol: {pathFindingPrice: 100, confirmations: 1, blockTime: 1s}
steps: [{observe: {path-requests: {node: n1, count: 0}}}]
`;

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function sandbox() {
  const scenario = parseScenario({ file: 'records.yaml', text: SCENARIO });
  const served = await startSandbox({ scenario, speed: 1000 });
  const records = connectRecords({
    pathFindingUrl: served.pathFindingUrl,
    sandboxUrl: served.pathFindingUrl,
  });
  const node = connectNode({ baseUrl: served.targets['n1'] as string });
  open.push(
    () => records.close(),
    () => node.close(),
    () => served.stop(),
  );
  const address = (name: string) => served.network.getNodeAttribute(name, 'address');
  const [token] = served.network.getAttribute('tokens');
  if (token === undefined) throw new Error('expected a token');
  return { records, node, address, token };
}

describe('the records of services', () => {
  it('name each request for paths with its paths, and what was charged for all of them', async () => {
    const { records, node, address, token } = await sandbox();
    const [from, to] = [address('n1'), address('n4')];
    expect(await records.charged(from)).toMatchObject({ kind: 'ok', value: null });
    await node.pay({ token: token.tokenAddress, target: to, amount: 10n });
    // More than n2 has left for n3: the service is asked in vain, and charges all the same.
    await node.pay({ token: token.tokenAddress, target: address('n3'), amount: 90n });
    const of = { tokenNetwork: token.tokenNetworkAddress, from };
    expect(await records.pathRequests(of)).toMatchObject({
      value: [
        { from, to, paths: [{ path: ['n1', 'n2', 'n3', 'n4'].map(address), estimatedFee: 0n }] },
        { from, to: address('n3'), paths: [] },
      ],
    });
    expect(await records.pathRequests({ ...of, to })).toMatchObject({ value: [{ to }] });
    expect(await records.charged(from)).toMatchObject({ value: 200n });
    expect(await records.charged(address('n2'))).toMatchObject({ value: null });
  });

  it('name the events of contracts, with what changed and who did it', async () => {
    const { records, node, address, token } = await sandbox();
    const [from, partner] = [address('n1'), address('n3')];
    await node.openChannel({ token: token.tokenAddress, partner, totalDeposit: 70n });
    await node.updateChannel({ token: token.tokenAddress, partner, totalWithdraw: 30n });
    await node.updateChannel({ token: token.tokenAddress, partner, state: 'closed' });
    const answer = await records.events();
    expect(answer).toMatchObject({
      value: [
        { event: 'ChannelOpened', sender: from, args: { participant1: from, participant2: partner } },
        { event: 'ChannelNewDeposit', args: { participant: from, total_deposit: 70n } },
        { event: 'ChannelWithdraw', args: { participant: from, total_withdraw: 30n } },
        { event: 'ChannelSettled', args: { participant1_amount: 40n, participant2_amount: 0n } },
      ],
    });
  });
});
