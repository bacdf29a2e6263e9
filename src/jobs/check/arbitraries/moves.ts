import fc from 'fast-check';
import type { Move } from '../moves/move.ts';
import { amountIdeas, timeoutIdeas } from './amounts.ts';

/** How calls follow each other. `sequential`: each at rest; `overlapping`: some start together. */
export type CallManner = 'sequential' | 'overlapping';

/** What moves may ask for. */
export interface MoveChoices {
  readonly manner: CallManner;
  /** False where nobody can stop and start nodes. */
  readonly stopsNodes: boolean;
  /** False where channels have to stay: none is opened or closed. Deposits and withdrawals are asked for all the same, unless `fillsAndEmpties` is false. */
  readonly opensAndCloses: boolean;
  /** False where blocks take their time: nothing waits for them, and no lock is made to expire. */
  readonly takesTime: boolean;
  /** False where a call that waits for blocks takes longer than there is time: no deposits, no withdrawals. Absent: true. */
  readonly fillsAndEmpties?: boolean;
  /** False where nobody knows what mediators ask: partners are paid only. Absent: true. */
  readonly mediates?: boolean;
}

const LOCK_TIMEOUTS = ['short', 'short', 'least', 'most'] as const;

const number = (): fc.Arbitrary<number> => fc.nat(9);

/** One call: most often a payment, every other call of the API often enough. */
export function moves(choices: MoveChoices): fc.Arbitrary<Move> {
  const { manner, stopsNodes, opensAndCloses, takesTime, fillsAndEmpties = true, mediates = true } = choices;
  const action = fc.oneof(
    { weight: 8, arbitrary: payments({ takesTime, mediates }) },
    ...when(fillsAndEmpties, [
      { weight: 3, arbitrary: inChannel('deposit', { by: amountIdeas() }) },
      { weight: 3, arbitrary: inChannel('withdraw', { by: amountIdeas() }) },
    ]),
    ...when(opensAndCloses, [
      { weight: 2, arbitrary: opens() },
      { weight: 1, arbitrary: inChannel('close', {}) },
      { weight: 1, arbitrary: ofNode('leave') },
    ]),
    ...when(stopsNodes, [
      { weight: 1, arbitrary: ofNode('stop') },
      { weight: 1, arbitrary: ofNode('start') },
    ]),
    ...when(takesTime, [
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), blocks: fc.constantFrom(1, 12, 45) }),
      },
    ]),
  );
  if (manner === 'sequential') return action;
  return fc
    .tuple(action, fc.boolean())
    .map(([move, isBeside]) => (isBeside ? { ...move, isBeside: true as const } : move));
}

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Move>;
}

function when(holds: boolean, choices: readonly Weighted[]): readonly Weighted[] {
  return holds ? choices : [];
}

function ofNode(kind: 'leave' | 'stop' | 'start'): fc.Arbitrary<Move> {
  return fc.record({ kind: fc.constant(kind), from: number() }) as fc.Arbitrary<Move>;
}

function payments({
  takesTime,
  mediates,
}: {
  readonly takesTime: boolean;
  readonly mediates: boolean;
}): fc.Arbitrary<Move> {
  const plain = {
    kind: fc.constant('pay' as const),
    from: number(),
    to: number(),
    ...(mediates ? {} : { among: fc.constant('partners' as const) }),
    amount: amountIdeas(),
  };
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(plain) },
    { weight: 2, arbitrary: fc.record({ ...plain, repeats: fc.nat(3) }) },
    ...when(takesTime, [
      {
        weight: 2,
        arbitrary: fc.record({ ...plain, lockTimeout: fc.constantFrom(...LOCK_TIMEOUTS) }),
      },
    ]),
  );
}

function opens(): fc.Arbitrary<Move> {
  return fc.record(
    {
      ...inAny('open'),
      among: fc.constantFrom('strangers' as const, 'strangers' as const, 'partners' as const),
      deposit: amountIdeas(),
      settleTimeout: timeoutIdeas(),
      revealTimeout: timeoutIdeas(),
    },
    { requiredKeys: ['kind', 'from', 'to', 'among', 'deposit'] },
  ) as fc.Arbitrary<Move>;
}

function inChannel(
  kind: 'deposit' | 'withdraw' | 'close',
  more: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Move> {
  return fc.record({
    ...inAny(kind),
    // Mostly where there is a channel.
    among: fc.constantFrom(...Array<'partners'>(7).fill('partners'), 'strangers' as const),
    ...more,
  }) as unknown as fc.Arbitrary<Move>;
}

function inAny<Kind extends string>(kind: Kind) {
  return { kind: fc.constant(kind), from: number(), to: number() };
}
