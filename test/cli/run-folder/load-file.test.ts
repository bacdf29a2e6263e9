import { expect, it } from 'vitest';
import { loadFromJson, loadJson, parseLoad } from '../../../src/cli/run-folder/load-file.ts';
import { toJson } from '../../../src/model/json.ts';
import { loadRun } from '../../fixtures/load-runs.ts';

it('a load is read back as it was written, amounts and all', () => {
  const aftermath = {
    looks: [{ atMs: 0, payments: 2, locked: [{ token: 'DAI', amount: 2n ** 200n }] }],
    channels: [
      {
        channel: 'DAI:1',
        token: 'DAI',
        payer: 'alice',
        payee: 'bob',
        transfers: 2,
        lockedAmount: 2n ** 200n,
      },
    ],
  };
  const { load } = loadRun({ aftermath });
  const written = toJson(loadJson(load));
  const read = loadFromJson(parseLoad(written) as Parameters<typeof loadFromJson>[0]);
  expect(read.aftermath).toEqual(aftermath);
  expect(toJson(loadJson(read))).toBe(written);
});
