import fc from 'fast-check';
import type { Move } from '../moves/move.ts';
import { amountIdeas, timeoutIdeas } from './amounts.ts';
import { type Habits, habits, type MovePlace, numbers } from './habits.ts';

/** How calls follow each other. `sequential`: each at rest; `overlapping`: some start together. */
export type CallManner = 'sequential' | 'overlapping';

/** What moves may ask for. */
export interface MoveChoices {
  readonly manner: CallManner;
  /** False where nobody can stop and start nodes, nor make them slow. */
  readonly stopsNodes: boolean;
  /** False where channels have to stay: none is opened or closed. Deposits and withdrawals are asked for all the same, unless `fillsAndEmpties` is false. */
  readonly opensAndCloses: boolean;
  /** False where blocks take their time: nothing waits for them, and no lock is made to expire. */
  readonly takesTime: boolean;
  /** False where a call that waits for blocks takes longer than there is time: no deposits, no withdrawals. Absent: true. */
  readonly fillsAndEmpties?: boolean;
  /** False where nobody knows what mediators ask: partners are paid only. Absent: true. */
  readonly mediates?: boolean;
  /**
   * True where two pairs of nodes may use one identifier. Absent: false, as where histories list what a node passed on:
   * of two payments of one identifier they do not say which an entry is of.
   */
  readonly sharesIdentifiers?: boolean;
}

/** The calls of one sequence: most often payments, and of the other calls what the sequence has a liking for. */
export function moves(
  choices: MoveChoices,
  size: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<readonly Move[]> {
  return habits().chain((liked) => fc.array(move(choices, liked), { ...size, size: 'max' }));
}

type Details = Readonly<Record<string, fc.Arbitrary<unknown>>>;

function move(
  {
    manner,
    stopsNodes,
    opensAndCloses,
    takesTime,
    fillsAndEmpties = true,
    mediates = true,
    sharesIdentifiers = false,
  }: MoveChoices,
  { kinds, places, ...liked }: Habits,
): fc.Arbitrary<Move> {
  const of = (kind: Move['kind'], details: Details, isPossible = true) => ({
    weight: isPossible ? kinds[kind] : 0,
    arbitrary: fc.record({ kind: fc.constant(kind), ...details }),
  });
  const somewhere = (details: Details): Details => ({ at: place(places), isBack: isBack(), ...details });
  // Mostly where there is a channel.
  const inChannel = (details: Details): Details =>
    somewhere({ among: among({ partners: 7, strangers: 1 }), ...details });
  const node = { from: place(places).map(({ from }) => from) };
  const action = fc.oneof(
    {
      weight: kinds.pay,
      arbitrary: payment({ ...liked, takesTime, mediates, sharesIdentifiers }, somewhere),
    },
    of('deposit', inChannel({ by: amountIdeas() }), fillsAndEmpties),
    of('withdraw', inChannel({ by: amountIdeas() }), fillsAndEmpties),
    of('open', somewhere({ among: among({ partners: 1, strangers: 2 }), ...opening() }), opensAndCloses),
    of('close', inChannel({}), opensAndCloses),
    of('leave', node, opensAndCloses),
    of('stop', node, stopsNodes),
    of('start', node, stopsNodes && kinds.stop > 0),
    of(
      'slow',
      { ...node, by: fc.constantFrom(...SLOWNESS) },
      stopsNodes && takesTime && manner === 'sequential',
    ),
    of('wait', { blocks: fc.constantFrom(1, 12, 45) }, takesTime),
    of('again', { isBack: isBack() }),
  );
  const isBeside = manner === 'overlapping' ? fc.boolean() : fc.constant(false);
  return fc.tuple(action, isBeside).map(([fields, beside]) => plainly({ ...fields, isBeside: beside }));
}

// A payment to a partner takes three before it is answered.
const MESSAGES_WAITED_FOR = [1, 2, 3] as const;
// What lies beyond a lock costs its whole life with every payment.
const SLOWNESS = ['nothing', 'little', 'little', 'much', 'more'] as const;
const LOCK_TIMEOUTS = ['short', 'short', 'least', 'most'] as const;
// In channels with the time-outs of their node no lock is made with these: they are refused at once, and leave an entry
// in the history. A channel that was opened with a lower reveal time-out takes the least, and its lock may expire.
const REFUSED_LOCK_TIMEOUTS = ['least', 'most'] as const;

const ELSEWHERE = ['payer', 'payee', undefined, undefined, undefined, undefined] as const;

function payment(
  {
    repeats,
    lockTimeouts,
    givingUp,
    takesTime,
    mediates,
    sharesIdentifiers,
  }: Pick<Habits, 'repeats' | 'lockTimeouts' | 'givingUp'> &
    Required<Pick<MoveChoices, 'takesTime' | 'mediates' | 'sharesIdentifiers'>>,
  somewhere: (details: Details) => Details,
): fc.Arbitrary<object> {
  const of = (weight: number, details: Details) => ({
    weight,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      ...somewhere({
        among: among(mediates ? { partners: 2, strangers: 3, all: 1 } : { partners: 1 }),
        amount: amountIdeas(),
        ...details,
      }),
    }),
  });
  return fc.oneof(
    of(6, {}),
    of(repeats, {
      repeats: fc.nat(3),
      isForMore: fc.constantFrom(true, false, false),
      elsewhere: fc.constantFrom(...(sharesIdentifiers ? ELSEWHERE : [undefined])),
    }),
    of(lockTimeouts, {
      lockTimeout: fc.constantFrom(...(takesTime ? LOCK_TIMEOUTS : REFUSED_LOCK_TIMEOUTS)),
    }),
    of(givingUp, { givesUpAfter: fc.constantFrom(...MESSAGES_WAITED_FOR) }),
  );
}

function opening(): Details {
  const orDefault = fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: timeoutIdeas() },
  );
  return { deposit: amountIdeas(), settleTimeout: orDefault, revealTimeout: orDefault };
}

// Places that are known already, three times in four: what happened there before is what goes wrong later.
function place(known: readonly MovePlace[]): fc.Arbitrary<MovePlace> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.record({ from: numbers(), to: numbers() }) },
  );
}

function isBack(): fc.Arbitrary<boolean> {
  return fc.constantFrom(true, false, false, false);
}

function among(
  weights: Readonly<Partial<Record<'partners' | 'strangers' | 'all', number>>>,
): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    ...Object.entries(weights).map(([who, weight]) => ({
      weight,
      arbitrary: fc.constant(who === 'all' ? undefined : who),
    })),
  );
}

// A move says nothing of what is usual.
function plainly(fields: object): Move {
  const { at, ...rest } = fields as { readonly at?: MovePlace };
  const told = Object.entries({ ...at, ...rest }).filter(
    ([, value]: [string, unknown]) => value !== undefined && value !== false,
  );
  return Object.fromEntries(told) as unknown as Move;
}
