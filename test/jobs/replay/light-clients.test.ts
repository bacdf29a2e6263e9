import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/checks/compare-runs.ts';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import type { Comparison, Finding } from '../../../src/model/run/finding.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { inHistory, type Json } from '../../fixtures/liars.ts';
import { LIED_TO } from '../../fixtures/lies/kind-of-lie.ts';
import { type Lie, startLyingProxy } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SPEED = 1000;
// A lie that lasts is waited for until this; the sandbox itself agrees within milliseconds.
const SETTLE_MS = 250;
const DIALECT = 'raiden-light';
const scenario = scenarioFrom(LIED_TO);

async function replayLightClients(lie: Lie): Promise<Run> {
  const places = { speed: SPEED, basePort: 0, pathFindingPort: 0 };
  const sandbox = await startSandbox({ scenario, dialect: DIALECT, ...places });
  const addressOf = (node: string) => sandbox.network.getNodeAttribute(node, 'address');
  const proxy = await startLyingProxy({ targets: sandbox.targets, addressOf, lie });
  const targets = Object.fromEntries(
    Object.entries(proxy.targets).map(([node, baseUrl]) => [node, { baseUrl, dialect: DIALECT }]),
  );
  try {
    return await replay({ scenario, targets, speed: SPEED, settleMs: SETTLE_MS });
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
}

function differences({ comparison }: Pick<Run, 'comparison'>): readonly Finding[] {
  const { operations = [], general = [] } = comparison ?? ({} as Partial<Comparison>);
  return [...operations.flatMap(({ findings }) => findings), ...general].filter(
    ({ severity }) => severity === 'difference',
  );
}

const without = (entries: readonly Json[], identifier: string): readonly Json[] =>
  entries.filter((one) => one['identifier'] !== identifier);
const twice = (entries: readonly Json[], identifier: string, event?: string): readonly Json[] =>
  entries.flatMap((one) =>
    one['identifier'] === identifier && (event ?? one['event']) === one['event'] ? [one, one] : [one],
  );

describe('a replay against light clients', () => {
  it('finds nothing, though mediators list what they passed on', async () => {
    const run = await replayLightClients((heard) => heard.forward());
    expect(differences(run)).toEqual([]);
    const { dialects: _dialects, ...header } = run.header;
    const asPythonNodes = compareRuns({ observed: { ...run, header }, predicted: run.prediction as Run });
    expect(asPythonNodes.differences).toBeGreaterThan(0);
  });

  it.each<[string, number, Lie]>([
    ['a missing entry of the initiator', 1, inHistory('alice', (entries) => without(entries, '9001'))],
    ['a missing entry of the target', 1, inHistory('carol', (entries) => without(entries, '9001'))],
    ['a doubled entry of a party', 6, inHistory('dave', (entries) => twice(entries, '9006'))],
    [
      'an entry of a mediator more than it passed on',
      1,
      inHistory('bob', (entries) => twice(entries, '9001', 'EventPaymentSentSuccess')),
    ],
  ])('finds %s', async (_what, operation, lie) => {
    const found = differences(await replayLightClients(lie));
    expect([...new Set(found.map((finding) => finding.operation))]).toEqual([operation]);
  });
});
