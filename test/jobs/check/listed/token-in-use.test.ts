import { afterEach, describe, expect, it } from 'vitest';
import { tokenInUse } from '../../../../src/jobs/check/listed/token-in-use.ts';
import { type Sandbox, startSandbox } from '../../../../src/jobs/sandbox.ts';
import { targetsByName } from '../../../../src/jobs/targets/target.ts';
import { scenarioFrom } from '../../scenario-text.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function nodesWith(networks: string): Promise<Sandbox> {
  const sandbox = await startSandbox({
    scenario: scenarioFrom(`question: Q?\nseed: 1\n${networks}`),
    speed: 1,
  });
  stops.push(() => sandbox.stop());
  return sandbox;
}

async function usedBy({ targets }: Sandbox) {
  return await tokenInUse(Object.values(targetsByName(targets)));
}

const channels = (...pairs: readonly string[]): string =>
  `{topology: {channels: [${pairs.map((pair) => `{between: [${pair}], deposits: [9, 9]}`).join(', ')}]}}`;

describe('nodes that know several tokens', () => {
  it('are checked in the one in which they have the most channels', async () => {
    const sandbox = await nodesWith(`
tokens: [{name: FEW}, {name: MANY}, {name: NONE}]
networks:
  - {token: FEW, ${channels('a, b').slice(1)}
  - {token: MANY, ${channels('a, b', 'b, c').slice(1)}
`);
    const tokens = sandbox.network.getAttribute('tokens');
    expect(await usedBy(sandbox)).toBe(tokens.find(({ name }) => name === 'MANY')?.tokenAddress);
  });

  it('leave no choice where they know one', async () => {
    expect(await usedBy(await nodesWith(`network: ${channels('a, b')}`))).toBeUndefined();
  });
});
