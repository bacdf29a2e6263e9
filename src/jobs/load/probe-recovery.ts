import type { JudgedCheck } from '../../checks/check.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { LoadReads } from './load-readings.ts';
import { sleep } from '../../runtime/sleep.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';

// A target that is not well after half a minute without load does not recover by itself in any useful time.
const LONGEST_RECOVERY_MS = 30_000;
const MOST_PROBES = 10;
const BETWEEN_PROBES_MS = 3_000;
// Slower than this many times what payments took in the load's calmest second is not well yet.
const WELL_FACTOR = 3;
// Refusals come at once: what nine in ten payments stayed below includes those that moved money.
const WELL_PERCENT = 90;
const WELL_AT_LEAST_MS = 250;

/** A load that is over, and where its channels stand. */
export interface ProbedLoad extends Omit<LoadReads, 'timing'> {
  readonly load: Pick<LoadResult, 'aggregate'>;
  readonly end: Network;
}

/**
 * Pays one unit between neighbours until that succeeds about as fast as payments did under load: whether the
 * target is well again, and when. `look` sees what is still locked, between one probe and the next.
 */
export async function probeRecovery(load: ProbedLoad, look: () => Promise<void>): Promise<JudgedCheck> {
  const { clock } = load;
  const stopped = AbortSignal.any([load.signal, load.hurry].filter((signal) => signal !== undefined));
  const pair = possiblePayment(load.end);
  if (pair === undefined) return judged('not-checked', 'no open channel has anything left to probe with');
  const wellMs = Math.max(WELL_AT_LEAST_MS, WELL_FACTOR * calmMs(load.load.aggregate));
  const startMs = clock.nowMs();
  let last = '';
  for (let probe = 1; probe <= MOST_PROBES && !stopped.aborted; probe += 1) {
    const sentMs = clock.nowMs();
    const fault = await unlessAborted(pay(pair, load), 'no answer yet', stopped);
    const tookMs = Math.round(clock.nowMs() - sentMs);
    if (fault === undefined && tookMs <= wellMs) {
      const after = Math.round(sentMs - startMs);
      return judged(
        'holds',
        `${probe === 1 ? 'at once' : `${after} ms after the checks`}, ${inWords(pair)} in ${tookMs} ms`,
      );
    }
    last = fault ?? `succeeded in ${tookMs} ms, ${Math.round(wellMs)} ms would be well`;
    if (stopped.aborted || clock.nowMs() - startMs > LONGEST_RECOVERY_MS) break;
    await look();
    if (probe < MOST_PROBES) await sleep(clock, BETWEEN_PROBES_MS, stopped);
  }
  if (stopped.aborted) return judged('not-checked', `not waited for${last && `; at last: ${last}`}`);
  return notWell(pair, last, clock.nowMs() - startMs);
}

interface Probe {
  readonly node: NodeName;
  readonly target: NodeName;
  readonly token: TokenName;
}

// The end of an open channel that has the most can certainly pay one unit to the other.
function possiblePayment(end: Network): Probe | undefined {
  let best: Probe | undefined;
  let most = 0n;
  end.forEachEdge((_key, { balance, token, state }, first, second) => {
    if (state !== 'opened') return;
    const [own, other] = balance;
    if (own > most) [most, best] = [own, { node: first, target: second, token }];
    if (other > most) [most, best] = [other, { node: second, target: first, token }];
  });
  return best;
}

async function pay({ node, target, token }: Probe, load: ProbedLoad): Promise<string | undefined> {
  const directory = directoryOf(load.start);
  const answer = await load.connections.readers.node(node).pay({
    token: directory.tokenAddressOf(token),
    target: directory.addressOf(target),
    amount: 1n,
  });
  return answer.kind === 'ok' ? undefined : withoutValueText(answer);
}

// A percentile of fewer payments is chance.
const FEWEST_PAYMENTS = 10;

/** What answers took in the calmest second, so that a load that was mostly overloaded is no measure of well. */
function calmMs({ service, series }: LoadResult['aggregate']): number {
  const seconds = series.intervals.flatMap((interval) =>
    interval.service.count < FEWEST_PAYMENTS ? [] : [interval.service.percentileMs(WELL_PERCENT)],
  );
  if (seconds.length > 0) return Math.min(...seconds);
  return service.count === 0 ? 0 : service.percentileMs(WELL_PERCENT);
}

function inWords({ node, target, token }: Probe): string {
  return `${node} paid ${target} 1 ${token}`;
}

function judged(
  verdict: 'holds' | 'not-checked' | 'violated',
  detail: string,
  findings: JudgedCheck['findings'] = [],
): JudgedCheck {
  return { check: { name: 'recovery', verdict, detail }, findings };
}

function notWell({ node, target, token }: Probe, last: string, forMs: number): JudgedCheck {
  const detail = `not well ${Math.round(forMs / 1000)} s after the load: ${last}`;
  return judged('violated', detail, [
    {
      check: 'recovery',
      severity: 'difference',
      operation: null,
      node,
      title: 'the target does not come back after the load',
      predicted: `${node} pays ${target} 1 ${token} as fast as under load`,
      observed: detail,
      decidedBy: 'single payments between neighbours with enough, one every three seconds',
    },
  ]);
}
