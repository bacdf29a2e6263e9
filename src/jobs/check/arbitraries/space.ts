import { madeOnce } from '../../../model/gather.ts';
import type { Step } from '../../../model/scenario/scenario.ts';
import { createRandomSource } from '../../../runtime/random-source.ts';
import { inNetwork, readSequence, type Sequence, withSteps } from '../sequence.ts';

/**
 * What may be asked of a node in one of its channels, the state of that channel, what becomes of the nodes meanwhile,
 * and how often it is asked. The first of each list is the plain one.
 */
export const SPACE = {
  operation: [
    'pay',
    'payAll',
    'payOneMore',
    'bePaid',
    'forward',
    'deposit',
    'withdraw',
    'withdrawAll',
    'withdrawOneMore',
    'set',
    'open',
    'close',
    'leave',
  ],
  state: [
    'open',
    'opening',
    'depositing',
    'withdrawing',
    'closing',
    'closed',
    'settling',
    'settled',
    'reopened',
    'lockedAsPayer',
    'lockedAsMediator',
    'lockedAsPayee',
  ],
  nodes: ['up', 'partnerAway', 'partnerBack', 'partnerBackLate', 'partnerLeaves', 'restarted'],
  repetition: ['once', 'again', 'meanwhile', 'byPartner', 'amidNamesakes'],
} as const;

/** One point of the space. */
export type Cell = { readonly [Axis in keyof typeof SPACE]: (typeof SPACE)[Axis][number] };

const AXES = Object.keys(SPACE) as (keyof Cell)[];
const CROSSED = AXES.flatMap((axis, at) => AXES.slice(at + 1).map((other) => [axis, other] as const));

/**
 * All cells. The first ones cover every pair of values in few cells, and every pair of a channel state and a node
 * situation with the plain call, because other calls may mask a fault. Cells that differ less from the plain one come
 * sooner where they cover the same number. The seed draws the rest of the order.
 */
export function cellsOfSpace(seed: string): readonly Cell[] {
  const draw = createRandomSource(seed).stream('space');
  const all = AXES.reduce<readonly Partial<Cell>[]>(
    (cells, axis) => cells.flatMap((cell) => SPACE[axis].map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  ) as readonly Cell[];
  const met = new Map<string, { before: boolean }>();
  const placed = all.map((cell) => ({
    cell,
    brings: [...pairsOf(cell), ...(cell.operation === 'pay' ? [`${cell.state}, ${cell.nodes}`] : [])].map(
      (each) => madeOnce(met, each, () => ({ before: false })),
    ),
    place: AXES.filter((axis) => cell[axis] !== SPACE[axis][0]).length + draw(),
  }));
  placed.sort((one, other) => one.place - other.place);
  const first = new Set<Cell>();
  // What a cell adds only falls. So a round for each number, from the largest, takes the cells that still add that many.
  for (let most = CROSSED.length + 1; most > 0; most -= 1)
    for (const { cell, brings } of placed) {
      if (brings.filter(({ before }) => !before).length < most) continue;
      first.add(cell);
      for (const each of brings) each.before = true;
    }
  return [...new Set([...first, ...placed.map(({ cell }) => cell)])];
}

/** The pairs of things that a cell has. */
export function pairsOf(cell: Cell): readonly string[] {
  return CROSSED.map(([axis, other]) => `${axis} ${cell[axis]}, ${other} ${cell[other]}`);
}

/** How many pairs there are. */
export const PAIRS = CROSSED.reduce(
  (sum, [axis, other]) => sum + SPACE[axis].length * SPACE[other].length,
  0,
);

// Pays through a channel of self, a partner, and somebody behind it.
const [OUTER, SELF, PARTNER, FAR] = ['n1', 'n2', 'n3', 'n4'] as const;
const TOKEN = 'TOK';
const DEPOSIT = 100_000n;
const DEPOSITS = [DEPOSIT, DEPOSIT] as const;
// A payee with the longer timeout does not ask for the secret of the shorter lock, which stays until it expires.
const [USUAL_REVEAL, LONG_REVEAL] = [10, 20];
const [SHORT_LOCK, LONG_LOCK] = [15, 35];
// Blocks of a second, two of which confirm: an opening with its deposit takes less than ten.
// No call meets a message, which takes 20 ms.
const [SOON, LATER, CONFIRMED, MEANWHILE] = [101, 3_003, 10_007, 309];
// The payer of the short lock gives up after ten blocks more, and repeats that to a node that is away 5 s later.
const EXPIRED = 27_007;
// A payment over two channels takes six messages.
const UNDER_WAY = [50, 43] as const;
const IDENTIFIER = 70_000n;
// Shares of them are no whole numbers.
const [LITTLE, HELD] = [1_077n, 30_077n];

const file = (holder: string): string => `question: Do the nodes behave as the model predicts?
seed: 1
network:
  topology: {channels: [{between: [${SELF}, ${FAR}], deposits: [1, 1]}]}
  settleTimeout: 40
  revealTimeout: ${USUAL_REVEAL}
nodes: {${holder}: {revealTimeout: ${LONG_REVEAL}}}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
`;

const FEES = { flat: 1n, proportionalPpm: 10_000, imbalancePpm: 20_000 };

/** Makes the sequences of cells; the files that they have in common are read once. */
export function sequencesOfCells(): (cell: Cell) => Sequence {
  const plain = new Map<string, Sequence>();
  return (cell) => {
    const holder = cell.state === 'lockedAsPayee' ? SELF : FAR;
    const sequence = madeOnce(plain, holder, () => readSequence(file(holder)));
    const channel = (one: string, other: string) => ({ between: [one, other] as const, deposits: DEPOSITS });
    const middle = cell.state === 'opening' ? [] : [channel(SELF, PARTNER)];
    const channels = [channel(OUTER, SELF), ...middle, channel(PARTNER, FAR)];
    const timeouts = { settleTimeout: 40, revealTimeout: USUAL_REVEAL };
    const scenario = inNetwork(sequence.scenario, { channels, fees: FEES, timeouts });
    return {
      ...withSteps({ ...sequence, scenario }, stepsOf(cell)),
      pace: 'scenario',
      looks: 'brief',
      pairs: pairsOf(cell),
    };
  };
}

type Timed = Step & { readonly atMs: number };

function stepsOf(cell: Cell): readonly Step[] {
  const { steps: before, fromMs } = prologueOf(cell.state);
  const asked = callsFrom(fromMs, cell);
  const endMs = Math.max(...asked.map(({ atMs }) => atMs)) + CONFIRMED;
  const after: readonly Timed[] = [
    ...(cell.nodes === 'partnerAway' ? [switched('start', PARTNER, endMs)] : []),
    pay([SELF, PARTNER], LITTLE, endMs + LATER),
    pay([PARTNER, SELF], LITTLE, endMs + LATER + SOON),
    pay([OUTER, FAR], LITTLE, endMs + LATER + MEANWHILE),
  ];
  const steps = [...before, ...asked, ...after].toSorted((one, other) => one.atMs - other.atMs);
  // The first step of a sequence begins at once.
  const [{ atMs: sinceMs } = { atMs: 0 }] = steps;
  return steps.map((step) => ({ ...step, isBeside: true, atMs: step.atMs - sinceMs }));
}

/** Brings the channel into a state, and says when it is there. */
function prologueOf(state: Cell['state']): { readonly fromMs: number; readonly steps: readonly Timed[] } {
  const close = change('close', 2 * SOON);
  const alone = [switched('stop', PARTNER, SOON), close, switched('start', PARTNER, 3 * SOON)];
  const [soon, later] = [2 * SOON + MEANWHILE, 2 * SOON + CONFIRMED];
  const after = (fromMs: number, ...steps: readonly Timed[]) => ({ fromMs, steps });
  const held = (from: string, to: string) => after(soon, pay([from, to], HELD, SOON, SHORT_LOCK));
  const prologues: Readonly<Record<Cell['state'], ReturnType<typeof after>>> = {
    open: after(soon),
    opening: after(soon, change('open', SOON)),
    depositing: after(soon, change('deposit', SOON)),
    withdrawing: after(soon, change('withdraw', SOON)),
    closing: after(soon, ...alone),
    closed: after(later, ...alone),
    settling: after(soon, close),
    settled: after(later, close),
    reopened: after(2 * later, close, change('open', later)),
    lockedAsPayer: held(SELF, FAR),
    lockedAsMediator: held(OUTER, FAR),
    lockedAsPayee: held(FAR, SELF),
  };
  return prologues[state];
}

function callsFrom(fromMs: number, { operation, nodes, repetition }: Cell): readonly Timed[] {
  const firstMs = fromMs + 2 * SOON;
  const ask = (atMs: number, times: number): Timed => change(operation, atMs, times);
  const repeated: readonly Timed[] = {
    once: [],
    again: [ask(firstMs + CONFIRMED, 2)],
    meanwhile: [ask(firstMs + MEANWHILE, 2)],
    byPartner: [backwards(ask(firstMs + MEANWHILE, 2))],
    // One has the payee of a payment to the partner, the other one its payer.
    amidNamesakes: [
      pay([OUTER, PARTNER], LITTLE, firstMs - UNDER_WAY[0]),
      pay([SELF, FAR], LITTLE, firstMs - UNDER_WAY[1]),
    ],
  }[repetition];
  const back = (atMs: number): readonly Timed[] => [
    switched('stop', PARTNER, fromMs),
    switched('start', PARTNER, atMs),
    ask(atMs + SOON, 3),
  ];
  const around: readonly Timed[] = {
    up: [],
    partnerAway: [switched('stop', PARTNER, fromMs)],
    partnerBack: back(firstMs + LATER),
    partnerBackLate: back(EXPIRED),
    partnerLeaves: [switched('stop', PARTNER, firstMs + 10), switched('start', PARTNER, firstMs + LATER)],
    restarted: [switched('stop', SELF, fromMs), switched('start', SELF, fromMs + SOON)],
  }[nodes];
  const calls = [ask(firstMs, 1), ...repeated, ...around];
  if (repetition !== 'amidNamesakes') return calls;
  return calls.map((step) => (step.kind === 'pay' ? { ...step, identifier: IDENTIFIER } : step));
}

/** A call of self in its channel with the partner; each time for more. */
function change(operation: Cell['operation'], atMs: number, times = 0): Timed {
  const between = { from: SELF, to: PARTNER, token: TOKEN, atMs };
  const more = LITTLE * BigInt(times + 1);
  const withdraw = (totalWithdraw: bigint): Timed => ({ kind: 'withdraw', ...between, totalWithdraw });
  const calls: Readonly<Record<Cell['operation'], Timed>> = {
    pay: pay([SELF, PARTNER], more, atMs),
    payAll: pay([SELF, PARTNER], DEPOSIT, atMs),
    payOneMore: pay([SELF, PARTNER], DEPOSIT + 1n, atMs),
    bePaid: pay([PARTNER, SELF], more, atMs),
    forward: pay([OUTER, FAR], more, atMs),
    deposit: { kind: 'deposit', ...between, totalDeposit: DEPOSIT + more },
    withdraw: withdraw(more),
    withdrawAll: withdraw(DEPOSIT),
    withdrawOneMore: withdraw(DEPOSIT + 1n),
    set: { kind: 'set', ...between, revealTimeout: USUAL_REVEAL + times + 1 },
    open: { kind: 'open', ...between, deposit: DEPOSIT + more },
    close: { kind: 'close', ...between },
    leave: { kind: 'leave', node: SELF, token: TOKEN, atMs },
  };
  return calls[operation];
}

function backwards(step: Timed): Timed {
  if ('from' in step) return { ...step, from: step.to, to: step.from };
  return step.kind === 'leave' ? { ...step, node: PARTNER } : step;
}

type Ends = readonly [from: string, to: string];

function pay([from, to]: Ends, amount: bigint, atMs: number, lockTimeout = LONG_LOCK): Timed {
  return { kind: 'pay', from, to, token: TOKEN, amount, lockTimeout, times: 1, atMs };
}

function switched(kind: 'stop' | 'start', node: string, atMs: number): Timed {
  return { kind, node, atMs };
}
