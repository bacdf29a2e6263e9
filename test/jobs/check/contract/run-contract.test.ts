import { describe, expect, it } from 'vitest';
import { runContract } from '../../../../src/jobs/check/contract/run-contract.ts';
import { startContractSandbox } from '../../../../src/jobs/check/contract/contract-sandbox.ts';

describe('a sandbox', () => {
  it.each(['raiden'])('answers as the contract of its dialect says: %s', async (dialect) => {
    const sandbox = await startContractSandbox(dialect);
    try {
      const { cases } = await runContract({ targets: sandbox.targets, mayChange: ['channel', 'node'] });
      const others = cases.filter(({ verdict }) => verdict.kind !== 'agrees');
      expect(others).toEqual([]);
    } finally {
      await sandbox.stop();
    }
  });
});
