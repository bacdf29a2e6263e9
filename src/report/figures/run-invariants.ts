import { InvariantError } from '../../errors.ts';
import { assertNetworkInvariants } from '../../model/network/invariants.ts';
import type { Run } from '../../model/run/run.ts';
import { lockedAtEnd } from './locked-at-end.ts';
import { counted } from '../words/number-format.ts';

/** One rule that must hold after every run, and whether it did. */
export interface JudgedInvariant {
  readonly name: 'channel-balances' | 'one-outcome-each' | 'nothing-locked';
  readonly holds: boolean;
  readonly detail: string;
}

/** Judges the invariants a finished run shows; those that need an end state are left out without one. */
export function runInvariants(run: Run): readonly JudgedInvariant[] {
  const ids = new Set(run.records.map(({ operation }) => operation.id));
  const locked = lockedAtEnd(run);
  return [
    ...(run.end ? [channelBalancesHold(run.end)] : []),
    {
      name: 'one-outcome-each',
      holds: ids.size === run.records.length,
      detail: `${counted(ids.size, 'operation')}, ${counted(run.records.length, 'outcome')}`,
    },
    // What a load left locked may wait for its locks to expire: the check at-rest tells that apart.
    ...(run.end && run.load === undefined
      ? [{ name: 'nothing-locked' as const, holds: locked === 0n, detail: `locked at the end: ${locked}` }]
      : []),
  ];
}

function channelBalancesHold(end: NonNullable<Run['end']>): JudgedInvariant {
  const name = 'channel-balances';
  try {
    assertNetworkInvariants(end);
    return {
      name,
      holds: true,
      detail: `${counted(end.size, 'channel')}, all of them add up`,
    };
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    return { name, holds: false, detail: error.message };
  }
}
