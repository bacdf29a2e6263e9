import fc from 'fast-check';
import type { Move } from '../moves/move.ts';
import { amountIdeas, timeoutIdeas } from './amounts.ts';

/** How calls follow each other. `sequential`: each at rest; `overlapping`: some start together. */
export type CallManner = 'sequential' | 'overlapping';

/** The limits of what moves may ask for. */
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
// A slowness beyond the life of a lock costs that life with every payment: it is rare.
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

// Defaults are left out of a move.
function plainly(fields: object): Move {
  const { at, ...rest } = fields as { readonly at?: MovePlace };
  const told = Object.entries({ ...at, ...rest }).filter(
    ([, value]: [string, unknown]) => value !== undefined && value !== false,
  );
  return Object.fromEntries(told) as unknown as Move;
}

/**
 * The preferences of one sequence: some kinds of calls, some details, a few places. Sequences that do
 * much of little come further than those that do little of everything: to the third deposit in one channel.
 */
interface Habits {
  /** How often each kind is asked for, beside the others; 0: never. */
  readonly kinds: Readonly<Record<Move['kind'], number>>;
  /** How often payments repeat an earlier identifier, choose the life of their lock, or are not waited for, beside plain ones. */
  readonly repeats: number;
  readonly lockTimeouts: number;
  readonly givingUp: number;
  /** Nodes and their partners, by number. */
  readonly places: readonly MovePlace[];
}

/** Two nodes by number, see `Move`. */
interface MovePlace {
  readonly from: number;
  readonly to: number;
}

const MOST_PLACES = 3;

/** Every kind of call is disliked by some sequences and preferred by others. */
function habits(): fc.Arbitrary<Habits> {
  const liking = (...weights: readonly number[]) => fc.constantFrom(...weights);
  return fc.record({
    kinds: fc.record({
      pay: liking(4, 10, 10, 18),
      deposit: liking(0, 2, 3, 8),
      withdraw: liking(0, 2, 3, 8),
      open: liking(0, 1, 3, 6),
      // After these there is less to go wrong.
      close: liking(0, 0, 1, 3),
      leave: liking(0, 0, 0, 2),
      stop: liking(0, 0, 0, 3),
      start: liking(1, 3),
      slow: liking(0, 0, 0, 1),
      wait: liking(0, 0, 1, 2),
      again: liking(0, 1, 4),
    }),
    repeats: liking(0, 2, 4),
    lockTimeouts: liking(0, 2, 6),
    givingUp: liking(0, 0, 2),
    places: fc.array(fc.record({ from: numbers(), to: numbers() }), { minLength: 1, maxLength: MOST_PLACES }),
  });
}

/** Numbers that are counted over nodes: more of them than any network made here has. */
function numbers(): fc.Arbitrary<number> {
  return fc.nat(59);
}
