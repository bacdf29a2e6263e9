import fc from 'fast-check';
import type { DisturbanceRecord, Disturbances } from '../../src/model/disturbances/disturbance.ts';
import type { FeeSchedule } from '../../src/model/network/fees.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import type { ProtocolSpec } from '../../src/model/scenario/scenario.ts';
import type { Protocol } from '../../src/ports/protocol.ts';
import type { RouterFactory } from '../../src/ports/router.ts';
import type { World } from '../../src/simulator/world.ts';
import { SHORT_TIMEOUTS, type TestBench, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';
import { randomDisturbances } from './random-disturbances.ts';

/** One thing done at one moment of a random run; nodes are numbers. */
export interface Deed {
  readonly atMs: number;
  readonly node: number;
  readonly other: number;
  readonly amount: bigint;
  readonly kind: 'pay' | 'open' | 'deposit' | 'withdraw' | 'close' | 'leave' | 'stop' | 'start';
}

/** A network, a protocol and what happens in it. */
export interface RandomRun {
  /** In the notation of small networks. */
  readonly channels: readonly string[];
  readonly fees: Readonly<Record<string, FeeSchedule>>;
  readonly protocol: Partial<ProtocolSpec>;
  readonly deeds: readonly Deed[];
  readonly disturbances: Disturbances;
}

const NODES = 6;

/** `n0` to `n5`. */
export function nodeName(node: number): string {
  return `n${node}`;
}

/** Random runs with amounts around `scale`; disturbed ones with churn, griefing and faulty messages too. */
export function randomRuns(
  scale: bigint,
  { isDisturbed = false }: { readonly isDisturbed?: boolean } = {},
): fc.Arbitrary<RandomRun> {
  const amount = fc.bigInt({ min: 1n, max: 20n }).chain((factor) =>
    fc
      .bigInt({ min: -2n, max: 2n })
      .map((offset) => (factor * scale) / 10n + offset)
      .map((x) => (x < 0n ? 0n : x)),
  );
  const pair = fc
    .tuple(fc.nat({ max: NODES - 1 }), fc.nat({ max: NODES - 1 }))
    .filter(([one, other]) => one < other);
  const channels = fc
    .uniqueArray(pair, { minLength: 3, maxLength: 10, selector: ([one, other]) => one * NODES + other })
    .chain((pairs) =>
      fc.array(fc.tuple(amount, amount), { minLength: pairs.length, maxLength: pairs.length }).map((money) =>
        pairs.map(([one, other], i) => {
          const [first, second] = money[i] ?? [0n, 0n];
          return `${nodeName(one)} ${first} - ${second} ${nodeName(other)}`;
        }),
      ),
    );
  const schedule = fc.record({
    flat: fc.bigInt({ min: 0n, max: scale / 100n + 1n }),
    proportionalPpm: fc.constantFrom(0, 0, 4000, 50_000),
    imbalancePpm: fc.constantFrom(0, 0, 3000, 20_000),
  });
  const free = fc.constant({ flat: 0n, proportionalPpm: 0, imbalancePpm: 0 });
  const fees = fc
    .array(fc.oneof(free, schedule), { minLength: NODES, maxLength: NODES })
    .map((list) => Object.fromEntries(list.map((each, node) => [nodeName(node), each])));
  const kind = fc.constantFrom<Deed['kind'][]>(
    ...(['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'pay'] as const),
    ...(['open', 'deposit', 'withdraw', 'close', 'leave', 'stop', 'start', 'start'] as const),
  );
  const deed: fc.Arbitrary<Deed> = fc.record({
    atMs: fc.integer({ min: 0, max: 20_000 }),
    node: fc.nat({ max: NODES - 1 }),
    other: fc.nat({ max: NODES - 1 }),
    amount,
    kind,
  });
  const protocol = fc.record({
    view: fc.constantFrom<ProtocolSpec['view'][]>('exact', 'delayed', 'capacity'),
    viewDelayMs: fc.constantFrom(0, 500, 10_000),
    maxPendingLocks: fc.constantFrom(1, 3, 160),
    hopLatency: fc.constantFrom<ProtocolSpec['hopLatency'][]>(
      { kind: 'fixed', ms: 100 },
      { kind: 'uniform', minMs: 10, maxMs: 3000 },
    ),
  });
  const names = Array.from({ length: NODES }, (_, node) => nodeName(node));
  const disturbances = isDisturbed ? randomDisturbances(names, amount) : fc.constant({});
  return fc.record({ channels, fees, protocol, deeds: fc.array(deed, { maxLength: 40 }), disturbances });
}

/** What came of a run: one answer per request in the order of the deeds, and the bench as it stands at rest. */
export interface Finished {
  readonly bench: TestBench;
  readonly answers: readonly (Answer<unknown> | undefined)[];
  readonly answered: readonly number[];
  /** Undefined: nothing went wrong by itself. */
  readonly record: DisturbanceRecord | undefined;
}

/** Does every deed at its time, then starts all nodes again and waits for rest. */
export async function carryOut(
  run: RandomRun,
  options: { readonly router?: RouterFactory; readonly kind?: Protocol<World> } = {},
): Promise<Finished> {
  const nodes = Array.from({ length: NODES }, (_, node) => nodeName(node));
  const network = world([...run.channels, ...nodes].join(', '), {
    ...SHORT_TIMEOUTS,
    fees: run.fees,
    balancePerNode: 2n ** 256n - 1n,
  });
  const { protocol, disturbances } = run;
  const bench = testBench(network, { protocol, disturbances, ...options });
  const answers: (Answer<unknown> | undefined)[] = run.deeds.map(() => undefined);
  const answered = run.deeds.map(() => 0);
  let open = 0;
  run.deeds.forEach((deed, i) => {
    // As drivers do it: a stopped node answers at once, and nothing may happen before that is heard.
    const begin = (): void => {
      const request = act(bench, deed);
      if (request === undefined) return;
      open += 1;
      void request.then((answer) => {
        open -= 1;
        answers[i] = answer;
        answered[i] = (answered[i] as number) + 1;
      });
    };
    bench.clock.schedule(deed.atMs, () => bench.clock.answer(begin));
  });
  bench.clock.schedule(20_001, () => {
    for (const node of nodes) bench.simulation.control.start(node);
  });
  await bench.clock.runUntil(() => bench.clock.nowMs() > 20_001 && open === 0);
  const record = bench.simulation.calm();
  await bench.rest();
  return { bench, answers, answered, record };
}

function act(bench: TestBench, { kind, node, other, amount }: Deed): Promise<Answer<unknown>> | undefined {
  const { simulation, token } = bench;
  const [own, partner] = [nodeName(node), nodeName(other)];
  switch (kind) {
    case 'pay':
      return bench.pay(own, partner, amount, amount % 7n === 0n ? { identifier: 1n + (amount % 3n) } : {});
    case 'open':
      return bench.open(own, partner, { totalDeposit: amount, settleTimeout: 60n, revealTimeout: 20n });
    case 'deposit':
      return bench.update(own, partner, { totalDeposit: amount });
    case 'withdraw':
      return bench.update(own, partner, { totalWithdraw: amount });
    case 'close':
      return bench.update(own, partner, { state: 'closed' });
    case 'leave':
      return simulation.node(own).leave(token);
    case 'stop':
      simulation.control.stop(own);
      return undefined;
    case 'start':
      simulation.control.start(own);
      return undefined;
  }
}
