import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startContractSandbox } from '../../../../src/jobs/check/contract/contract-sandbox.ts';
import { readContract } from '../../../../src/cli/check/package-files.ts';
import { readCase } from '../../../../src/jobs/check/sequence.ts';
import { startSandbox } from '../../../../src/jobs/sandbox.ts';
import { runContract } from '../../../../src/jobs/check/contract/run-contract.ts';
import type { Target } from '../../../../src/jobs/targets/target.ts';
import { countCases, type JudgedCase, MORE_TIME } from '../../../../src/model/check/contract-report.ts';
import { DIALECTS } from '../../../../src/rest/dialect-named.ts';
import { on } from '../../../fixtures/liars.ts';
import { behindLiar } from './behind-liar.ts';
import { askContract } from '../../../../src/jobs/check/contract/ask-contract.ts';
import { VirtualClock } from '../../../../src/runtime/virtual-clock.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';

async function inSandbox<T>(
  dialect: string,
  use: (targets: Awaited<ReturnType<typeof startContractSandbox>>['targets']) => Promise<T>,
): Promise<T> {
  const sandbox = await startContractSandbox(dialect);
  try {
    return await use(sandbox.targets);
  } finally {
    await sandbox.stop();
  }
}

function unlikeSandbox(dialect: string): readonly string[] {
  const { cases } = readContract(dialect);
  return cases.filter((one) => one.unlikeSandbox !== undefined).map(({ name }) => name);
}

const PAY = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"amount":"1"}',
};

// Tokens are minted on a chain, and a user deposit is moved, by leave of the caller only.
const CHANGES_ACCOUNTS = ['mint', 'user-deposit', 'user-deposit-plan', 'user-deposit-withdrawn-too-early'];

async function tokenOf(target: Target | undefined): Promise<string | undefined> {
  const response = await fetch(`${target?.baseUrl}/api/v1/channels`);
  const [channel] = (await response.json()) as Record<string, string>[];
  return channel?.['token_address'];
}

function named(cases: readonly JudgedCase[], kind: JudgedCase['verdict']['kind']): readonly string[] {
  return cases.filter(({ verdict }) => verdict.kind === kind).map(({ name }) => name);
}

describe.each([...DIALECTS.keys()])('a sandbox of %s', (dialect) => {
  it('answers as the contract of its dialect says', async () => {
    const { cases, partial } = await inSandbox(dialect, (targets) =>
      runContract({ contractOf: readContract, targets, mayChange: ['channel', 'account', 'node'] }),
    );
    expect(cases.filter(({ verdict }) => verdict.kind === 'differs' || verdict.kind === 'unknown')).toEqual(
      [],
    );
    expect(named(cases, 'not-run')).toEqual(unlikeSandbox(dialect));
    expect(partial).toBe(false);
  });

  it('answers otherwise where the contract says that it does', async () => {
    const only = unlikeSandbox(dialect);
    // It does not say that it is a sandbox.
    const lie = on(
      ({ path }) => path === '/_millrace',
      async () => ({ status: 404, json: {} }),
    );
    const differing = await inSandbox(dialect, (served) =>
      behindLiar(served, lie, async (targets) =>
        named((await runContract({ contractOf: readContract, targets, only })).cases, 'differs'),
      ),
    );
    expect(differing).toEqual(only);
  });
});

it('the suite asks for no empty history of a token that was paid in, whose channels are gone', async () => {
  const cases = await inSandbox('raiden', async (targets) => {
    const api = `${targets['bob']?.baseUrl}/api/v1`;
    const token = await tokenOf(targets['bob']);
    expect((await fetch(`${api}/payments/${token}/${targets['alice']?.address}`, PAY)).status).toBe(200);
    expect((await fetch(`${api}/connections/${token}`, { method: 'DELETE' })).status).toBe(200);
    return (
      await runContract({ contractOf: readContract, targets, node: 'bob', only: ['getPaymentsOfToken'] })
    ).cases;
  });
  expect(named(cases, 'differs')).toEqual([]);
});

// Other tests may have added dialects without histories.
it.each(['raiden', 'raiden-light'])(
  'the suite of %s asks for a payment to come first only where none came the other way',
  async (dialect) => {
    const cases = await inSandbox(dialect, async (targets) => {
      const [token, alice] = [await tokenOf(targets['carol']), targets['alice']?.address];
      const paid = await fetch(`${targets['carol']?.baseUrl}/api/v1/payments/${token}/${alice}`, PAY);
      expect(paid.status).toBe(200);
      return (await runContract({ contractOf: readContract, targets, only: ['getPaymentsWithPartner'] }))
        .cases;
    });
    expect(named(cases, 'differs')).toEqual([]);
  },
);

it.each(['raiden', 'raiden-light'])(
  'the suite of %s changes no channel in which the node deposited nothing, on a way that costs more than one unit',
  async (dialect) => {
    const text = stringify({
      question: 'Does the suite leave the channels of users alone?',
      seed: 7,
      network: {
        topology: {
          channels: [
            { between: ['alice', 'bob'], deposits: [0, 1000] },
            { between: ['bob', 'carol'], deposits: [1000, 1000] },
          ],
        },
        fees: { flat: 5 },
      },
      protocol: { hopLatency: '1ms' },
    });
    const sandbox = await startSandbox({ scenario: readCase(text), speed: 100, dialect });
    const { targets } = sandbox;
    try {
      const asked = Object.fromEntries(
        Object.entries(targets).map(([name, baseUrl]) => [name, { baseUrl, dialect }]),
      );
      const token = await tokenOf(asked['alice']);
      const own = (await (await fetch(`${targets['alice']}/api/v1/address`)).json()) as Record<
        string,
        string
      >;
      const paid = await fetch(`${targets['bob']}/api/v1/payments/${token}/${own['our_address']}`, {
        ...PAY,
        body: '{"amount":"500"}',
      });
      expect(paid.status).toBe(200);
      const { cases } = await runContract({ contractOf: readContract, targets: asked });
      expect(named(cases, 'differs')).toEqual([]);
      expect(named(cases, 'not-run')).toEqual(
        expect.arrayContaining([
          'deposit-less-than-before',
          'pay-over-a-mediator',
          ...(dialect === 'raiden' ? CHANGES_ACCOUNTS : []),
        ]),
      );
    } finally {
      await sandbox.stop();
    }
  },
);

it('the suite is asked of the node that is named, where names are digits as well', async () => {
  const asked = await inSandbox('raiden', async (targets) => {
    const numbered = Object.fromEntries(Object.values(targets).map((target, at) => [`${at + 1}`, target]));
    return await runContract({
      contractOf: readContract,
      targets: numbered,
      node: '2',
      only: ['getAddress'],
    });
  });
  expect(asked.node).toBe('2');
  expect(named(asked.cases, 'differs')).toEqual([]);
});

it('the suite stops when it is told to, and keeps what it has', async () => {
  const stop = new AbortController();
  const { cases, partial } = await inSandbox('raiden', (targets) =>
    runContract({
      contractOf: readContract,
      targets,
      only: ['getAddress'],
      signal: stop.signal,
      onCase: () => stop.abort(),
    }),
  );
  expect(cases.map(({ name }) => name)).toEqual(['address']);
  expect(partial).toBe(true);
});

const TIME_MS = 8_000;

it('a node that hangs in a case of the contract leaves what comes after it not asked, and the check goes on', async () => {
  const clock = new VirtualClock();
  const hanging: Lie = async (heard) => {
    if (heard.path !== '/version') return await heard.forward();
    clock.advanceTo(TIME_MS);
    await heard.gone;
    return 'break';
  };
  const report = await inSandbox('raiden', (served) =>
    behindLiar(served, hanging, (targets) => {
      const bench = { askContract: async () => ({ targets, release: async () => {} }) };
      const limit = { clock, untilMs: TIME_MS, signal: undefined };
      return askContract({ bench, contractOf: readContract, onCase: () => {}, ...limit });
    }),
  );
  const cases = report?.cases ?? [];
  expect(cases).toHaveLength(readContract('raiden').cases.length);
  expect(countCases(cases)).toMatchObject({ differs: 0, unknown: 0 });
  expect(cases[0]?.verdict).toEqual({ kind: 'agrees' });
  expect(cases.at(-1)?.verdict).toEqual({ kind: 'not-run', needs: MORE_TIME });
});
