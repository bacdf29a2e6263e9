import { describe, expect, it } from 'vitest';
import { failedLines, playerRun } from './player-run.ts';

const BEFORE = `version: 2
settings: {services: {udc: {enable: true, token: {deposit: true, balance_per_node: DEPOSIT}}}}
token: {balance_fund: 1_000}
nodes:
  count: 2
  default_options: {enable-monitoring: true, default-settle-timeout: 40, default-reveal-timeout: 20}
scenario:
  serial:
    tasks:
      - open_channel: {from: 0, to: 1, total_deposit: 1000}
      - TRANSFER
      - store_channel_info: {from: 0, to: 1, key: "the channel"}
      - stop_node: 1
      - close_channel: {from: 0, to: 1}
      - RETURN
      - wait_blocks: 40
      - assert_events: {contract_name: TokenNetwork, event_name: NonClosingBalanceProofUpdated, num_events: ANSWERS, event_args: {closing_participant: 0}}
      - wait_blocks: 20
      - assert_ms_claim: {channel_info_key: "the channel", must_claim: CLAIM}
`;

interface Course {
  readonly deposit?: string;
  readonly transfer?: string;
  readonly back?: string;
  readonly answers: number;
  readonly claim: boolean;
}

async function failed({ deposit = '5_500_000_000_000_000_000', transfer, back, answers, claim }: Course) {
  const text = BEFORE.replace('DEPOSIT', deposit)
    .replace('TRANSFER', transfer ?? 'transfer: {from: 0, to: 1, amount: 10}')
    .replace('RETURN', back ?? 'wait: 0')
    .replace('ANSWERS', String(answers))
    .replace('CLAIM', String(claim));
  return failedLines(await playerRun(text));
}

describe('after a close whose partner is away', () => {
  it.each<[string, Course]>([
    ['a monitoring service answers, and claims its reward', { answers: 1, claim: true }],
    ['no service answers for a deposit that is too low', { deposit: '4_999', answers: 0, claim: false }],
    [
      'the partner answers when it comes back before the service',
      { back: 'start_node: 1', answers: 1, claim: false },
    ],
    [
      'the service has answered when the partner comes back later',
      { back: 'serial: {tasks: [{wait_blocks: 30}, {start_node: 1}]}', answers: 1, claim: true },
    ],
    [
      'there is nothing to answer with where nothing was received',
      { transfer: 'wait: 0', answers: 0, claim: false },
    ],
  ])('%s', async (_course, course) => {
    expect(await failed(course)).toEqual([]);
    expect(await failed({ ...course, claim: !course.claim })).toEqual([19]);
  });
});
