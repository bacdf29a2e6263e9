import { expect, it } from 'vitest';
import { failedLines, playerRun } from './player-run.ts';

// The amounts of a run of the original's own fee formula.
const FILE = `version: 2
token: {balance_fund: 10_000_000_000_000_000_000}
nodes:
  count: 3
  default_options:
    flat-fee: ["0x", 0]
    proportional-fee: ["0x", 0]
    proportional-imbalance-fee: ["0x", 10_000]
    cap-mediation-fees: CAPPED
scenario:
  serial:
    tasks:
      - open_channel: {from: 0, to: 1, total_deposit: 1_000_000_000_000_000_000}
      - open_channel: {from: 1, to: 2, total_deposit: 1_000_000_000_000_000_000}
      - transfer: {from: 0, to: 2, amount: 500_000_000_000_000_000}
      - assert: {from: 1, to: 0, balance: 480_850_038_799_922_400}
      - assert: {from: 2, to: 1, balance: 500_849_998_800_002_400}
`;

it('a mediator that is told so pays for a transfer that balances its channels, and else charges nothing', async () => {
  expect(failedLines(await playerRun(FILE.replace('CAPPED', 'false')))).toEqual([]);
  expect(failedLines(await playerRun(FILE.replace('CAPPED', 'true')))).toEqual([16, 17]);
});
