import { InvariantError } from '../../errors.ts';
import type { Network } from '../../model/network/network.ts';
import { hasExpired } from '../../verdict/refusals.ts';
import { simulate } from '../simulate.ts';
import type { Sequence } from './sequence.ts';

/** The first sequence in which no lock expires, which takes nodes with a real chain half an hour; if there is none, the first. */
export async function firstWithoutExpiry(
  candidates: readonly Sequence[],
  start: Network | undefined,
): Promise<Sequence> {
  const [first] = candidates;
  if (first === undefined) throw new InvariantError('no sequence was drawn');
  for (const sequence of candidates.length === 1 ? [] : candidates)
    if (!(await expiresIn(sequence, start))) return sequence;
  return first;
}

async function expiresIn({ scenario, pace }: Sequence, start: Network | undefined): Promise<boolean> {
  try {
    const { records } = await simulate({ scenario, pace, givesUp: true, ...(start && { start }) });
    return records.some(({ outcome }) => hasExpired(outcome));
  } catch (error) {
    // A simulation that breaks off is to be tried: nobody has seen that before.
    if (!(error instanceof InvariantError)) throw error;
    return false;
  }
}
