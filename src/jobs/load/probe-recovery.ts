import { directoryOf } from '../../model/network/directory.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import { timingOf } from '../../model/run/run.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { anyAborted, unlessAborted } from '../../runtime/unless-aborted.ts';
import { sleep } from '../../runtime/sleep.ts';
import type { JudgedCheck } from '../../verdict/check.ts';
import type { TargetConnections } from '../targets/connections.ts';
import type { LoadReads } from './load-readings.ts';
import { canPayAfter, type LoadOver, type PairToProbe, pairsToProbe } from './pairs-to-probe.ts';

// A target that is not well after half a minute without load does not recover by itself in any useful time.
const LONGEST_RECOVERY_MS = 30_000;
const BETWEEN_ROUNDS_MS = 3_000;
// Another pair may be well where one waits for locks that expire in minutes.
const LONGEST_PROBE_MS = 10_000;
// Each may leave locks for good; the first payment after an absence fails so on nodes that are well (python-node.md 3).
const MOST_EXPIRED = 2;
// Slower than this many times the pair's fastest payment of the load, hop for hop, is not well yet.
const WELL_FACTOR = 3;
const WELL_AT_LEAST_MS = 250;

/** A load that is over, and what its targets still hold. */
export interface ProbedLoad extends Omit<LoadReads, 'timing' | 'connections'>, LoadOver {
  readonly connections: Pick<TargetConnections, 'preparers'>;
  /** In words, what nodes hold that they should have let go of; absent: nothing. */
  readonly stuck?: string | undefined;
  /** In words, what was pending before the load and still is; absent: nothing. */
  readonly earlier?: string | undefined;
  /** In words, the channels that carried nothing of the load, of which no node says why. */
  readonly dead?: readonly string[];
}

interface Probe {
  readonly pair: PairToProbe;
  readonly wellMs: number;
  /** Why it is not well so far. */
  fault: string | undefined;
  isWaiting: boolean;
  isWell: boolean;
  /** True when the payments of the probes have left it no money for another: it can be asked no more. */
  isSpent: boolean;
  /** How many of its payments ended with their locks expired. */
  expired: number;
}

/**
 * Repeats payments of the load, between its own pairs and in their direction, until each succeeds about as fast as it
 * did without load, hop for hop: whether the target is well again, and when. It is not while nodes hold what they should
 * have let go of. `look` sees what is still locked, between one round and the next.
 */
export async function probeRecovery(load: ProbedLoad, look: () => Promise<void>): Promise<JudgedCheck> {
  const { clock, stuck } = load;
  const stopped = anyAborted([load.signal, load.hurry]);
  const probes = (await pairsToProbe(load)).map((pair): Probe => {
    // How fast a pair is of which no payment succeeded, nothing tells: it may be hops farther than others.
    const wellMs =
      pair.fastestMs === undefined
        ? LONGEST_PROBE_MS
        : Math.max(WELL_AT_LEAST_MS, WELL_FACTOR * pair.fastestMs * (pair.lengthened ?? 1));
    return { pair, wellMs, fault: undefined, isWaiting: false, isWell: false, isSpent: false, expired: 0 };
  });
  const made: PairToProbe[] = [];
  const startMs = clock.nowMs();
  const leftMs = (): number => startMs + LONGEST_RECOVERY_MS - clock.nowMs();
  for (;;) {
    for (const probe of probes) {
      if (stopped.aborted || leftMs() <= 0) break;
      if (isOpen(probe)) await makeProbe(probe, load, { stopped, leftMs: leftMs(), made });
    }
    if (!probes.some(isOpen) || stopped.aborted || leftMs() <= BETWEEN_ROUNDS_MS) break;
    await look();
    await sleep(clock, BETWEEN_ROUNDS_MS, stopped);
  }
  const spent = probes.filter(({ isSpent }) => isSpent);
  const open = probes.filter(({ isWell, isSpent }) => !isWell && !isSpent);
  if (stopped.aborted && open.length > 0) {
    const last = open.find(({ fault }) => fault !== undefined)?.fault;
    return judged('not-checked', `not waited for${last === undefined ? '' : `; at last: ${last}`}`);
  }
  const faults = [...(stuck === undefined ? [] : [stuck]), ...open.map(notWellText)];
  if (faults.length > 0) {
    // An overload strands payments too: where all pairs pay again, or nodes list what is held, nothing is silently
    // dead.
    const isTold = open.length === 0 || stuck !== undefined || load.earlier !== undefined;
    const dead = isTold ? [] : (load.dead ?? []);
    const earlier = load.earlier === undefined ? [] : [load.earlier];
    return notWell([...earlier, ...dead, ...faults], open[0]?.pair.node);
  }
  if (load.earlier !== undefined) return judged('not-checked', load.earlier);
  if (probes.length === 0)
    return judged('not-checked', 'no pair of the load is known to have money left to pay with');
  if (spent.length === probes.length) return judged('not-checked', spent.map(spentText).join('; '));
  const after = Math.round(clock.nowMs() - startMs);
  return judged(
    'holds',
    `${probes.length - spent.length} of the load's own pairs paid as fast as before within ${after} ms`,
  );
}

async function makeProbe(
  probe: Probe,
  load: ProbedLoad,
  round: {
    readonly stopped: AbortSignal;
    readonly leftMs: number;
    /** Payments that the probes have made so far. */
    readonly made: PairToProbe[];
  },
): Promise<void> {
  const { stopped, leftMs, made } = round;
  const { clock } = load;
  const late = new AbortController();
  const patienceMs = Math.min(leftMs, Math.max(probe.wellMs, LONGEST_PROBE_MS));
  const timer = clock.schedule(patienceMs, () => late.abort());
  const sentMs = clock.nowMs();
  const paying = pay(probe.pair, load);
  const fault = await unlessAborted(paying, NO_ANSWER, anyAborted([stopped, late.signal]));
  timer.cancel();
  const tookMs = Math.round(clock.nowMs() - sentMs);
  probe.isSpent = fault !== undefined && !(await canPayAfter(made, probe.pair, load));
  if (probe.isSpent) return;
  if (fault === undefined) {
    made.push(probe.pair);
    await sleep(clock, tookMs + restMs(load), stopped);
  }
  probe.isWell = fault === undefined && tookMs <= probe.wellMs;
  // A payment without an answer may still be made: it is not sent twice.
  if (fault !== undefined && /lock expired/i.test(fault)) probe.expired += 1;
  probe.isWaiting = fault === NO_ANSWER || probe.expired >= MOST_EXPIRED;
  probe.fault = fault ?? `paid in ${tookMs} ms, ${Math.round(probe.wellMs)} ms would be well`;
}

// The payer has its answer before the nodes on the way have moved their balances and told the service, which
// mediators' fees depend on.
function restMs({ header }: ProbedLoad): number {
  const { view, viewDelayMs } = timingOf(header);
  return view === 'delayed' ? viewDelayMs : 0;
}

function isOpen({ isWell, isWaiting, isSpent }: Probe): boolean {
  return !isWell && !isWaiting && !isSpent;
}

const NO_ANSWER = 'no answer yet';

async function pay(
  { node, target, token, amount }: PairToProbe,
  { start, connections }: ProbedLoad,
): Promise<string | undefined> {
  const directory = directoryOf(start);
  const answer = await connections.preparers.node(node).pay({
    token: directory.tokenAddressOf(token),
    target: directory.addressOf(target),
    amount,
  });
  return answer.kind === 'ok' ? undefined : withoutValueText(answer);
}

function notWellText({ pair: { node, target, amount, token }, fault = 'not tried' }: Probe): string {
  return `${node} cannot pay ${target} ${amount} ${token} as before: ${fault}`;
}

function spentText({ pair: { node, target, amount, token }, fault = 'spent by other pairs' }: Probe): string {
  return `${node} has no money left to pay ${target} ${amount} ${token} once more: ${fault}`;
}

function judged(
  verdict: 'holds' | 'not-checked' | 'violated',
  detail: string,
  findings: JudgedCheck['findings'] = [],
): JudgedCheck {
  return { check: { name: 'recovery', verdict, detail }, findings };
}

// The rest of many says the same.
const MOST_TOLD = 3;

function notWell(faults: readonly string[], node: string | undefined): JudgedCheck {
  const more = faults.length > MOST_TOLD ? [`and ${faults.length - MOST_TOLD} more`] : [];
  const detail = [...faults.slice(0, MOST_TOLD), ...more].join('; ');
  return judged('violated', detail, [
    {
      check: 'recovery',
      severity: 'difference',
      operation: null,
      ...withoutUndefined({ node }),
      title: 'the target does not come back after the load',
      predicted: 'nothing is held that has expired, and every pair of the load pays as fast as without load',
      observed: detail,
      decidedBy:
        'single payments between pairs of the load that have the money, one after the other for half a minute',
    },
  ]);
}
