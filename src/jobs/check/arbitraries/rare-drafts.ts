import { DEFAULT_NODE_FEES } from '../../../model/network/fees.ts';
import type { CaseDraft, MadeNetwork } from '../case-draft.ts';
import type { Move } from '../moves/move.ts';
import type { CallManner, MoveChoices } from './moves.ts';

const LINE: MadeNetwork = {
  nodes: 3,
  channels: [
    { between: [0, 1], deposits: [1_000n, 1_000n] },
    { between: [1, 2], deposits: [1_000n, 1_000n] },
  ],
  fees: { flat: 0n, proportionalPpm: 0, imbalancePpm: 0 },
  settleTimeout: 40,
  revealTimeout: 10,
  hopLatencyMs: 20,
};

const FEW = 5n;
const ALL = { of: 'channel', percent: 100, plus: 0n } as const;
const ALL_THE_WAY: Move = { kind: 'pay', from: 0, to: 1, amount: FEW };
const TO_THE_PARTNER: Move = { kind: 'pay', from: 0, to: 0, among: 'partners', amount: FEW };
const SEVERAL = [100n, 333n, 50n, 77n].map((amount): Move => ({ ...ALL_THE_WAY, amount }));
const IN_THE_FIRST_CHANNEL = { from: 0, to: 0, among: 'partners' } as const;

/**
 * Sequences that come first where networks are made up, nodes stop and locks expire: they end as dialects name it, and as
 * chance has it once in a minute at most.
 */
export function rareDrafts({
  bench: { may },
  manners = ['sequential', 'overlapping'],
}: {
  readonly bench: { readonly may: Omit<MoveChoices, 'manner'> };
  readonly manners?: readonly CallManner[];
}): readonly CaseDraft[] {
  const mayAll = may.stopsNodes && may.takesTime && may.opensAndCloses;
  return mayAll ? RARE_DRAFTS.filter(({ manner }) => manners.includes(manner)) : [];
}

const RARE_DRAFTS: readonly CaseDraft[] = [
  // The mediator's own lock would expire too soon for it to pass the payment on.
  sequence(LINE, { ...ALL_THE_WAY, lockTimeout: 'short' }, ALL_THE_WAY),
  // Mediators ask for more than a payer accepts.
  sequence({ ...LINE, fees: { flat: 9n, proportionalPpm: 0, imbalancePpm: 0 } }, ALL_THE_WAY),
  // A channel whose other node is stopped is not gone at once when it is closed: a busy machine has 40 s to ask.
  sequence(
    { ...LINE, settleTimeout: 4_000 },
    { kind: 'stop', from: 1 },
    { kind: 'close', ...IN_THE_FIRST_CHANNEL },
    { kind: 'deposit', ...IN_THE_FIRST_CHANNEL, by: FEW },
    { kind: 'withdraw', ...IN_THE_FIRST_CHANNEL, by: FEW },
  ),
  // The caller is gone when the payment is half way.
  sequence({ ...LINE, hopLatencyMs: 1_000 }, { ...ALL_THE_WAY, givesUpAfter: 2 }, ALL_THE_WAY),
  // The payer is asked for the secret and answers when its lock has expired.
  sequence(
    { ...LINE, fees: { flat: 1n, proportionalPpm: 0, imbalancePpm: 0 } },
    { kind: 'slow', from: 0, by: 'much' },
    { ...ALL_THE_WAY, amount: 50n },
  ),
  // The same is asked for twice at a time, and joined.
  {
    network: { ...LINE, hopLatencyMs: 500 },
    manner: 'overlapping',
    moves: [ALL_THE_WAY, { ...ALL_THE_WAY, repeats: 0, isBeside: true }],
  },
  // The second of each kind, all that there is, and more than that.
  sequence(
    { ...LINE, balancePerNode: 3_000n },
    { kind: 'withdraw', ...IN_THE_FIRST_CHANNEL, by: FEW },
    { kind: 'withdraw', ...IN_THE_FIRST_CHANNEL, by: FEW },
    { kind: 'withdraw', ...IN_THE_FIRST_CHANNEL, by: ALL },
    { kind: 'deposit', ...IN_THE_FIRST_CHANNEL, by: 5_000n },
    { kind: 'deposit', ...IN_THE_FIRST_CHANNEL, by: FEW },
    { kind: 'deposit', ...IN_THE_FIRST_CHANNEL, by: FEW },
    { kind: 'again' },
  ),
  // Just what an end has, over a mediator and directly, and one unit more.
  sequence(
    LINE,
    { ...ALL_THE_WAY, amount: ALL },
    { ...ALL_THE_WAY, amount: 1n },
    {
      ...TO_THE_PARTNER,
      isBack: true,
      amount: ALL,
    },
  ),
  // Fees that no whole number is, of a share and of what a payment leaves behind.
  sequence({ ...LINE, fees: { flat: 1n, proportionalPpm: 33_333, imbalancePpm: 0 } }, ...SEVERAL),
  sequence({ ...LINE, fees: DEFAULT_NODE_FEES }, ...SEVERAL),
  // Each node of a payment is away and comes back.
  sequence(
    LINE,
    ...[2, 1, 0].flatMap((from): readonly Move[] => [
      { kind: 'stop', from },
      ALL_THE_WAY,
      { kind: 'start', from },
      ALL_THE_WAY,
    ]),
  ),
  // The same twice at a time: asked by one node, and by both.
  together(
    LINE,
    { kind: 'open', from: 0, to: 0, among: 'strangers', deposit: FEW },
    { kind: 'again', isBeside: true },
    TO_THE_PARTNER,
    { kind: 'again', isBeside: true },
    { ...TO_THE_PARTNER, amount: ALL },
    { ...TO_THE_PARTNER, amount: 1n, isBeside: true },
  ),
  together(
    LINE,
    { kind: 'open', from: 0, to: 0, among: 'strangers', deposit: FEW },
    { kind: 'again', isBeside: true, isBack: true },
    ALL_THE_WAY,
    { kind: 'again', isBeside: true, isBack: true },
  ),
];

function sequence(network: MadeNetwork, ...moves: readonly Move[]): CaseDraft {
  return { network, manner: 'sequential', moves };
}

function together(network: MadeNetwork, ...moves: readonly Move[]): CaseDraft {
  return { network: { ...network, hopLatencyMs: 200 }, manner: 'overlapping', moves };
}
