import { earlierTransfers, type EarlierTransfers } from '../../model/earlier-transfers.ts';
import type { Resolution } from '../../model/run/operation.ts';
import type { PaymentTally } from './payment-tally.ts';
import type { RunHeader, StoredRun } from '../../model/run/run.ts';
import { capitalized, counted, given, grouped, readable } from '../words/number-format.ts';
import { namedFirst } from '../../model/node-text.ts';

// More names than this no reader takes in.
const MOST_NAMED = 5;

/** How the target stood before the run and stands after it, where that is not well: said in the first lines. */
export function standingTexts(run: StoredRun): readonly string[] {
  const recovery = run.load?.checks.find(
    ({ name, verdict }) => name === 'recovery' && verdict === 'violated',
  );
  // Channels that payments could not cross, although no node lists anything as pending in them.
  const blocked = (run.comparison?.general ?? []).filter(({ check }) => check === 'carries');
  return given([
    earlierText(earlierTransfers(run)),
    ...blocked.map(({ title }) => `${capitalized(title)}.`),
    recovery && `The target is not well after the load: ${recovery.detail}.`,
  ]);
}

/** The payments that were left without an answer, and what became of them. */
export function unansweredInShort(
  { load }: StoredRun,
  { waitedFor, count }: PaymentTally,
): string | undefined {
  if (waitedFor.size === 0) return undefined;
  const became = Object.entries(BECAME).map(([resolution, words]) => {
    const resolved = waitedFor.get(resolution as Resolution);
    return resolved !== undefined && `${grouped(resolved)} ${words}`;
  });
  const left = [...waitedFor.values()].reduce((sum, resolved) => sum + resolved, 0);
  const atLeast = load?.kept.kind === 'sample' ? 'at least ' : '';
  const all = counted(load?.aggregate.counts.payments ?? count, 'payment');
  return `${atLeast}${grouped(left)} of ${all} got no answer in time: ${given(became).join(', ')}`;
}

const BECAME = {
  'did-not-happen': 'not made',
  happened: 'made all the same',
  pending: 'still on their way',
  unknown: 'unknown',
};

/** The payments that were pending before a run, in as few words as a verdict has room for. */
export function earlierInShort(run: StoredRun): string | undefined {
  const { payments } = earlierTransfers(run);
  return payments === 0 ? undefined : `${countText(payments)} held locks before the start`;
}

/** The same in a sentence, with the channels. */
export function earlierText({ payments, channels }: EarlierTransfers): string | undefined {
  if (payments === 0) return undefined;
  return `Before the start ${countText(payments)} held locks in ${namedFirst(channels, MOST_NAMED)}: not of this run, and these channels may carry nothing.`;
}

function countText(payments: number): string {
  return `${counted(payments, 'payment')} from earlier`;
}

/**
 * How latencies relate to the wall's time where the nodes' clock is not the wall's.
 * A replay measures on the nodes' clock, a load on the wall's.
 */
export function clockText({ speed = 1, timing }: Pick<RunHeader, 'speed' | 'timing'>): string | undefined {
  if (speed !== 1)
    return `the sandbox ran ${readable(speed, 3)} times faster; latencies are converted to network time`;
  if (timing?.ownClock === undefined) return undefined;
  return `latencies are wall time; the nodes ran ${readable(timing.ownClock, 3)} times as fast`;
}
