import { describe, expect, it } from 'vitest';
import { isDifference, judgementOf } from '../../src/verdict/check.ts';
import { CHECKS } from '../../src/verdict/registry.ts';
import type { ChannelView, Connection } from '../../src/model/run/answer.ts';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import type { Moment, Reading } from '../../src/model/run/reading.ts';
import type { Run } from '../../src/model/run/run.ts';
import { failed, step, SUCCEEDED, unanswered } from '../world/records.ts';
import { world } from '../world/world.ts';
import {
  channelOf,
  entryOf,
  handMadeLoad,
  handMadeRun,
  historyOf,
  keptLoad,
  list,
  NETWORK,
  paid,
  payment,
  pendingAt,
  reading,
  REFUSED,
  transferOf,
} from './hand-made-run.ts';
import { checkLoad } from '../../src/verdict/load-checks.ts';
import type { Finding } from '../../src/model/run/finding.ts';

/** A run in which a check must find something, and one much like it in which it must not. */
interface Pair {
  readonly wrong: Run;
  readonly right: Run;
}

const MONEY_FROM_NOWHERE: Pair = {
  wrong: loadOf([], both('end', 90n, 111n)),
  right: loadOf([], both('end', 90n, 110n)),
};

/** Every check has a pair: a new one is added here. */
const PAIRS: Readonly<Record<string, Pair>> = {
  'same-plan': {
    wrong: replayOf([payment(0, 10n)], { predicted: [payment(0, 10n), payment(1, 10n)] }),
    right: replayOf([payment(0, 10n)], { predicted: [payment(0, 10n)] }),
  },
  readable: {
    wrong: loadOf(
      [],
      [{ ...list('end', 'bob', 100n), value: { kind: 'unread', detail: 'a page', isAnswered: true } }],
    ),
    right: loadOf([], [list('end', 'bob', 100n)]),
  },
  'start-state': {
    wrong: loadOf([], both('start', 100n, 99n)),
    right: loadOf([], both('start', 100n, 100n)),
  },
  answers: {
    wrong: loadOf([payment(0, 10n, { ...unanswered('connection-broken'), resolved: 'happened' })]),
    right: loadOf([payment(0, 10n)]),
  },
  outcomes: {
    wrong: replayOf([payment(0, 10n, REFUSED)], { predicted: [payment(0, 10n)] }),
    right: replayOf([payment(0, 10n)], { predicted: [payment(0, 10n)] }),
  },
  ways: {
    wrong: replayOf([payment(0, 10n)], { predicted: [{ ...payment(0, 10n), ...along('alice', 'carol') }] }),
    right: replayOf([payment(0, 10n)], { predicted: [payment(0, 10n)] }),
  },
  'channel-answers': {
    wrong: loadOf([answeredDeposit(100n)]),
    right: loadOf([answeredDeposit(150n)]),
  },
  steps: {
    wrong: loadOf([depositedTo(150n, failed('insufficient-funds', 402))]),
    right: loadOf([depositedTo(150n)]),
  },
  foreseen: {
    wrong: loadOf([{ ...payment(0, 10n, REFUSED), foreseen: 'must-succeed' }]),
    right: loadOf([{ ...payment(0, 10n, REFUSED), foreseen: 'may-either' }]),
  },
  receipts: {
    wrong: loadOf([payment(0, 10n, paid(0, 11n))]),
    right: loadOf([payment(0, 10n)]),
  },
  history: {
    wrong: loadOf([payment(0, 10n)], [historyOf('end', 'alice', [])]),
    right: loadOf([payment(0, 10n)], [historyOf('end', 'alice', [entryOf('alice', 1000n, 10n)])]),
  },
  'history-times': {
    wrong: loadOf([payment(0, 10n), payment(1, 10n)], [historyOf('end', 'alice', entries(1001n, 1000n))]),
    right: loadOf([payment(0, 10n), payment(1, 10n)], [historyOf('end', 'alice', entries(1000n, 1001n))]),
  },
  balances: pairOf((balance) => [list(0, 'alice', balance)]),
  connections: pairOf((sumDeposits) => [connectionsOf({ sumDeposits })]),
  'stale-reads': pairOf((balance) => [list(0, 'bob', balance, 1), list(0, 'bob', 90n, 2)]),
  timeouts: {
    wrong: loadOf([], [aliceAtEnd({ revealTimeout: 77n })]),
    right: loadOf([], [aliceAtEnd({ revealTimeout: 50n })]),
  },
  'at-rest': {
    wrong: loadOf([payment(0, 10n, REFUSED)], [pendingAt('end', 'alice', [transferOf(1000n, 10n)])]),
    right: loadOf([payment(0, 10n, REFUSED)], []),
  },
  sums: {
    wrong: loadOf([], [...both('start', 100n, 100n), list('end', 'alice', 60n), sentByAlice()]),
    right: loadOf([], [...both('start', 100n, 100n), list('end', 'alice', 90n), sentByAlice()]),
  },
  totals: {
    wrong: loadOf([], [list('start', 'alice', 100n), aliceAtEnd({ balance: 99n, totalDeposit: 99n })]),
    right: loadOf([], [list('start', 'alice', 100n), aliceAtEnd({ balance: 100n, totalDeposit: 100n })]),
  },
  watched: {
    wrong: watchedOf(89n),
    right: watchedOf(90n),
  },
  consistency: MONEY_FROM_NOWHERE,
  conservation: MONEY_FROM_NOWHERE,
  'end-state': {
    wrong: { ...handMadeRun({ end: NETWORK }), prediction: handMadeRun({ end: network(99n) }) },
    right: { ...handMadeRun({ end: NETWORK }), prediction: handMadeRun({ end: network(100n) }) },
  },
  overdrawn: {
    wrong: loadOf([payment(0, 101n)]),
    right: loadOf([payment(0, 100n)]),
  },
};

describe.each(CHECKS)('the check $name', (check) => {
  it('says what it is about, where it applies, and what it follows from', () => {
    expect(CHECKS.filter(({ name }) => name === check.name)).toEqual([check]);
    expect(check.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(check.appliesTo.length).toBeGreaterThan(0);
    if (check.role === 'self') expect(check.believes).toBeDefined();
  });

  it('finds something in a run in which it must, and nothing in one in which it must not', () => {
    const { wrong, right } = pairFor(check.name);
    const found = judgementOf(check, wrong);
    expect(found.clues.some(isDifference), found.covered).toBe(true);
    expect(judgementOf(check, right)).toEqual({ clues: [], covered: expect.any(String) });
  });

  it('does not judge a run that it is not made for', () => {
    const { wrong } = pairFor(check.name);
    const { load: _load, ...replay } = wrong;
    const runs = {
      replay,
      load: { ...wrong, load: keptLoad('all') },
      sample: { ...wrong, load: keptLoad('sample') },
    };
    for (const scope of ['replay', 'load', 'sample'] as const) {
      const { clues, doubt } = judgementOf(check, runs[scope]);
      if (!check.appliesTo.includes(scope)) expect([clues, doubt]).toEqual([[], 'not-checked']);
    }
  });
});

it('every pair belongs to a check', () => {
  expect(Object.keys(PAIRS).toSorted()).toEqual(CHECKS.map(({ name }) => name).toSorted());
});

function pairFor(name: string): Pair {
  const pair = PAIRS[name];
  if (pair === undefined)
    throw new Error(`${name} needs a run in which it finds something, and one in which it does not`);
  return pair;
}

function loadOf(records: Run['records'], readings: Run['readings'] = []): Run {
  return handMadeRun({ records, readings, load: keptLoad('all') });
}

function replayOf(records: Run['records'], { predicted }: { readonly predicted: Run['records'] }): Run {
  return handMadeRun({ records, prediction: handMadeRun({ records: predicted }) });
}

/** Another path was predicted, and shorter. */
function along(...path: readonly string[]): Pick<OperationRecord, 'trace' | 'inPlaceOf'> {
  const hop = { channel: 'DAI:1', payer: 'alice', payee: 'bob', amount: 10n, settled: true };
  const trace = { path, hops: [hop, hop], fee: 1n, sent: 11n, received: 10n };
  return { trace, inPlaceOf: { ...trace, hops: [hop], fee: 0n, sent: 10n } };
}

/** A payment after which one view shows 91 where 90 was predicted. */
function pairOf(shown: (amount: bigint) => Run['readings']): Pair {
  const records: readonly OperationRecord[] = [payment(0, 10n)];
  const prediction = handMadeRun({ records, readings: shown(90n) });
  const run = (amount: bigint): Run => handMadeRun({ records, readings: shown(amount), prediction });
  return { wrong: run(91n), right: run(90n) };
}

function both(moment: Moment, alice: bigint, bob: bigint): readonly Reading[] {
  return [
    list(moment, 'alice', alice),
    historyOf(moment, 'alice', []),
    list(moment, 'bob', bob),
    historyOf(moment, 'bob', []),
  ];
}

/** Alice's balance as a look shows it while a payment of 10 is on its way. */
function watchedOf(balance: bigint): Run {
  const ends = [
    { channel: 'DAI:1', balance, totalDeposit: 100n, totalWithdraw: 0n, state: 'opened' },
  ] as const;
  const look = { node: 'alice', askedAtMs: 20, answeredAtMs: 30, kind: 'channels', channels: ends } as const;
  const run = loadOf([payment(0, 10n)], both('start', 100n, 100n));
  return { ...run, load: { ...keptLoad('all'), watched: [look] } };
}

function sentByAlice(): Reading {
  return historyOf('end', 'alice', entries(1000n));
}

function entries(...identifiers: readonly bigint[]) {
  return identifiers.map((identifier) => entryOf('alice', identifier, 10n));
}

function aliceAtEnd(shown: Partial<ChannelView>): Reading {
  return list('end', 'alice', [channelOf('alice', 100n, shown)]);
}

function depositedTo(totalDeposit: bigint, outcome?: Outcome): OperationRecord {
  return step({ kind: 'deposit', node: 'alice', partner: 'bob', totalDeposit }, outcome);
}

function answeredDeposit(totalDeposit: bigint): OperationRecord {
  return depositedTo(150n, {
    ...SUCCEEDED,
    channels: [channelOf('alice', totalDeposit, { totalDeposit })],
  });
}

function connectionsOf({ sumDeposits }: Pick<Connection, 'sumDeposits'>): Reading {
  const { tokenAddress } = channelOf('alice', 100n);
  const value = { kind: 'connections', connections: [{ tokenAddress, sumDeposits, channels: 1 }] } as const;
  return reading({ moment: 0, node: 'alice', view: { kind: 'connections' }, value });
}

function network(alice: bigint) {
  return world(`alice ${alice} - ${200n - alice} bob`);
}

// Alice has a hundred, and pays it bit by bit: what is certain of each payment follows from the answers before.
const refused = (id: number, amount: bigint): OperationRecord => ({
  ...payment(id, amount, REFUSED),
  foreseen: 'must-succeed',
});

function findingsOf(
  records: Run['records'],
  amounts: readonly [id: number, amount: bigint][],
): readonly Finding[] {
  const history = amounts.map(([id, amount]) => entryOf('alice', 1000n + BigInt(id), amount));
  const run = handMadeLoad({ records, readings: [historyOf('end', 'alice', history)] });
  return checkLoad(run).flatMap(({ findings }) => findings);
}

describe('a load in which one payment was not as answered', () => {
  const twice: readonly [number, bigint][] = [
    [0, 30n],
    [0, 30n],
  ];

  it('blames no later payment that failed for it, and says how many did', () => {
    // Paid twice, 40 are left and not 70.
    const records = [payment(0, 30n), ...[1, 2, 3, 4].map((id) => refused(id, 50n))];
    expect(findingsOf(records, twice)).toMatchObject([{ check: 'history', operation: 0, follows: 4 }]);
  });

  it('still blames one that had to succeed all the same', () => {
    const records = [payment(0, 30n), refused(1, 20n), refused(2, 60n)];
    const found = findingsOf(records, twice).map(({ check, operation }) => [check, operation]);
    expect(found).toEqual([
      ['foreseen', 1],
      ['history', 0],
    ]);
  });
});
