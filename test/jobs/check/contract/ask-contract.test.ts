import { expect, it } from 'vitest';
import { readContract } from '../../../../src/cli/check/package-files.ts';
import { askContract } from '../../../../src/jobs/check/contract/ask-contract.ts';
import { startContractSandbox } from '../../../../src/jobs/check/contract/contract-sandbox.ts';
import { countCases, MORE_TIME } from '../../../../src/model/check/contract-report.ts';
import { RealClock } from '../../../../src/runtime/real-clock.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { behindLiar } from './behind-liar.ts';

const TIME_MS = 8_000;

/** What a check says of the contract of nodes behind a liar in a few seconds. */
async function askedUnder(lie: Lie) {
  const sandbox = await startContractSandbox('raiden');
  const limit = { clock: new RealClock(), untilMs: TIME_MS, signal: undefined };
  try {
    return await behindLiar(sandbox.targets, lie, (targets) => {
      const bench = { askContract: async () => ({ targets, release: async () => {} }) };
      return askContract({ bench, contractOf: readContract, onCase: () => {}, ...limit });
    });
  } finally {
    await sandbox.stop();
  }
}

it('a node that hangs in a case of the contract leaves what comes after it not asked, and the check goes on', async () => {
  const report = await askedUnder(async (heard) => {
    if (heard.path !== '/version') return await heard.forward();
    await heard.gone;
    return 'break';
  });
  const cases = report?.cases ?? [];
  expect(cases).toHaveLength(readContract('raiden').cases.length);
  expect(countCases(cases)).toMatchObject({ differs: 0, unknown: 0 });
  expect(cases[0]?.verdict).toEqual({ kind: 'agrees' });
  expect(cases.at(-1)?.verdict).toEqual({ kind: 'not-run', needs: MORE_TIME });
});
