import { expect, it } from 'vitest';
import { connectNode } from '../../../src/rest/connect/connect-node.ts';
import { addressOf, type LineName, serveLine } from '../simulated-line.ts';

const DIALECT = 'raiden-light';

it('a history with one partner has every transfer that the partner began or was to be paid by', async () => {
  const line = await serveLine(undefined, DIALECT);
  const [alice, bob] = (['alice', 'bob'] as const).map((name) =>
    connectNode({ baseUrl: line.baseUrls[name] as string, dialect: DIALECT }),
  ) as [ReturnType<typeof connectNode>, ReturnType<typeof connectNode>];
  const { token } = line;
  const listed = async (partner: LineName): Promise<readonly string[]> => {
    const answer = await bob.payments({ token, partner: addressOf(partner) });
    return answer.kind === 'ok' ? answer.value.map(({ kind }) => kind) : [answer.kind];
  };
  try {
    await alice.pay({ token, target: addressOf('carol'), amount: 5n, identifier: 1n });
    await bob.pay({ token, target: addressOf('carol'), amount: 6n, identifier: 2n });
    while (line.simulation.control.pendingTransfers() > 0) await bob.status();
    expect(await listed('alice')).toEqual(['received', 'sent']);
    expect(await listed('carol')).toEqual(['received', 'sent', 'sent']);
    expect(await listed('dave')).toEqual([]);
  } finally {
    await Promise.all([alice.close(), bob.close(), line.close()]);
  }
});
